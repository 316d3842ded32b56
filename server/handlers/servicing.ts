/** The life of a loan after its approval, for the customer who owns it. */
import { findLoanOfCustomer } from '../customers/own-loan.ts';
import type { Context, Handlers } from '../api/handler.ts';
import { notFound } from '../http/problem.ts';
import { stopAsking } from '../push/stop-asking.ts';
import { acceptOffer, declineOffer, requestCancellation } from '../servicing/accept.ts';
import { listConsents, withdrawConsent } from '../servicing/consents.ts';
import { acknowledgeDocument, addressOfIssued, findDocument } from '../servicing/issued-documents.ts';
import { createKeyFacts } from '../servicing/key-facts.ts';
import { listOffers } from '../servicing/offers.ts';
import { readPrepaymentQuote } from '../servicing/prepayments.ts';
import { readForeclosureQuote, readInvoices, readServicing } from '../servicing/read-servicing.ts';
import { createStatement } from '../servicing/statements.ts';

type CustomerContext = Context<'readServicing'>;

export const servicingHandlers = {
  async listOffers({ path: { id } }, context) {
    await requireOwnLoan(id, context);
    const { db, clock, config } = context;
    return listOffers(db, id, { profiles: config.lenderProfiles, now: clock.now() });
  },

  async createKeyFacts({ path: { id, offer_id: offerId }, body }, context) {
    await requireOwnLoan(id, context);
    return createKeyFacts(context, { loanId: id, offerId, ...body });
  },

  async acknowledgeKeyFacts({ path: { id, document_id: documentId }, body: { sha256 } }, context) {
    await requireOwnLoan(id, context);
    return acknowledgeDocument(context, { loanId: id, documentId, sha256 });
  },

  async readIssuedDocument({ path: { id, document_id: documentId } }, context) {
    await requireOwnLoan(id, context);
    const document = await findDocument(context.db, id, documentId);
    return addressOfIssued(context.adapters.objects, document);
  },

  async acceptOffer({ path: { id, offer_id: offerId }, body }, context) {
    await requireOwnLoan(id, context);
    await acceptOffer(context, { loanId: id, offerId, customerId: context.customer.id, body });
    return servicingOf(id, context);
  },

  async declineOffer({ path: { id, offer_id: offerId } }, context) {
    await requireOwnLoan(id, context);
    await declineOffer(context, { loanId: id, offerId });
    return servicingOf(id, context);
  },

  async readServicing({ path: { id } }, context) {
    await requireOwnLoan(id, context);
    return servicingOf(id, context);
  },

  async requestCancellation({ path: { id } }, context) {
    await requireOwnLoan(id, context);
    await requestCancellation(context, id);
    return servicingOf(id, context);
  },

  async listInvoices({ path: { id }, query: { state } }, context) {
    await requireOwnLoan(id, context);
    return readInvoices(context.db, id, { state, now: context.clock.now() });
  },

  async createStatement({ path: { id }, body: { language } }, context) {
    await requireOwnLoan(id, context);
    return createStatement(context, { loanId: id, language });
  },

  async readForeclosureQuote({ path: { id } }, context) {
    await requireOwnLoan(id, context);
    return readForeclosureQuote(context.db, id, context.clock.now());
  },

  async readPrepaymentQuote({ path: { id }, query: { amount_paise: amount } }, context) {
    await requireOwnLoan(id, context);
    const amountPaise = amount === undefined ? null : Number(amount);
    return readPrepaymentQuote(context.db, id, { amountPaise, now: context.clock.now() });
  },

  listConsents: async (_, { db, config, customer }) => listConsents(db, customer.id, config.lenderProfiles),

  withdrawConsent: async ({ path: { id } }, context) =>
    withdrawConsent(context, id, (tx, locked, entry) => stopAsking(tx, locked, entry, context.config)),
} satisfies Partial<Handlers>;

/** @throws Problem 404 where the customer does not own the loan */
export async function requireOwnLoan(
  loanId: string,
  { db, customer }: Pick<CustomerContext, 'db' | 'customer'>,
): Promise<void> {
  if (!(await findLoanOfCustomer(db, { loanId, customerId: customer.id }))) throw notFound();
}

export const servicingOf = async (id: string, { db, clock, config }: CustomerContext) =>
  readServicing(db, id, { profiles: config.lenderProfiles, now: clock.now() });
