/** The life of a loan after its approval, for the customer who owns it. */
import { findLoanOfCustomer } from '../customers/own-loan.ts';
import type { Context, Handlers } from '../api/handler.ts';
import { notFound } from '../http/problem.ts';
import { acceptOffer, requestCancellation } from '../servicing/accept.ts';
import { listConsents, withdrawConsent } from '../servicing/consents.ts';
import { acknowledgeDocument, addressOfIssued, findDocument } from '../servicing/issued-documents.ts';
import { createKeyFacts } from '../servicing/key-facts.ts';
import { listOffers } from '../servicing/offers.ts';
import { readForeclosureQuote, readInvoices, readServicing } from '../servicing/read-servicing.ts';
import { createStatement } from '../servicing/statements.ts';

type CustomerContext = Context<'readServicing'>;

export const servicingHandlers = {
  async listOffers({ path: { id } }, context) {
    await requireOwnLoan(id, context);
    const { db, clock, config } = context;
    const result = await listOffers(db, id, { profiles: config.lenderProfiles, now: clock.now() });
    return { success: true, result };
  },

  async createKeyFacts({ path: { id, offer_id: offerId }, body: { language } }, context) {
    await requireOwnLoan(id, context);
    return { success: true, result: await createKeyFacts(context, { loanId: id, offerId, language }) };
  },

  async acknowledgeKeyFacts({ path: { id, document_id: documentId }, body: { sha256 } }, context) {
    await requireOwnLoan(id, context);
    return { success: true, result: await acknowledgeDocument(context, { loanId: id, documentId, sha256 }) };
  },

  async readIssuedDocument({ path: { id, document_id: documentId } }, context) {
    await requireOwnLoan(id, context);
    const document = await findDocument(context.db, id, documentId);
    return { success: true, result: await addressOfIssued(context.adapters.objects, document) };
  },

  async acceptOffer({ path: { id, offer_id: offerId }, body }, context) {
    await requireOwnLoan(id, context);
    await acceptOffer(context, { loanId: id, offerId, customerId: context.customer.id, body });
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
    const result = await readInvoices(context.db, id, { state, now: context.clock.now() });
    return { success: true, result };
  },

  async createStatement({ path: { id }, body: { language } }, context) {
    await requireOwnLoan(id, context);
    return { success: true, result: await createStatement(context, { loanId: id, language }) };
  },

  async readForeclosureQuote({ path: { id } }, context) {
    await requireOwnLoan(id, context);
    return { success: true, result: await readForeclosureQuote(context.db, id, context.clock.now()) };
  },

  async listConsents(_, { db, config, customer }) {
    return { success: true, result: await listConsents(db, customer.id, config.lenderProfiles) };
  },

  async withdrawConsent({ path: { id } }, context) {
    return { success: true, result: await withdrawConsent(context, id) };
  },
} satisfies Partial<Handlers>;

/** @throws Problem 404 where the customer does not own the loan */
export async function requireOwnLoan(
  loanId: string,
  { db, customer }: Pick<CustomerContext, 'db' | 'customer'>,
): Promise<void> {
  if (!(await findLoanOfCustomer(db, { loanId, customerId: customer.id }))) throw notFound();
}

export const servicingOf = async (id: string, { db, clock, config }: CustomerContext) => ({
  success: true as const,
  result: await readServicing(db, id, { profiles: config.lenderProfiles, now: clock.now() }),
});
