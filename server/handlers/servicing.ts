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
  listOffers: async ({ path: { id } }, context) =>
    listOffers(context.db, await ownLoan(id, context), readingOf(context)),

  createKeyFacts: async ({ path: { id, offer_id: offerId }, body }, context) =>
    createKeyFacts(context, { loanId: await ownLoan(id, context), offerId, ...body }),

  acknowledgeKeyFacts: async ({ path: { id, document_id: documentId }, body: { sha256 } }, context) =>
    acknowledgeDocument(context, { loanId: await ownLoan(id, context), documentId, sha256 }),

  async readIssuedDocument({ path: { id, document_id: documentId } }, context) {
    const document = await findDocument(context.db, await ownLoan(id, context), documentId);
    return addressOfIssued(context.adapters.objects, document);
  },

  async acceptOffer({ path: { id, offer_id: offerId }, body }, context) {
    const loanId = await ownLoan(id, context);
    await acceptOffer(context, { loanId, offerId, customerId: context.customer.id, body });
    return servicingOf(id, context);
  },

  async declineOffer({ path: { id, offer_id: offerId } }, context) {
    await declineOffer(context, { loanId: await ownLoan(id, context), offerId });
    return servicingOf(id, context);
  },

  readServicing: async ({ path: { id } }, context) => servicingOf(await ownLoan(id, context), context),

  async requestCancellation({ path: { id } }, context) {
    await requestCancellation(context, await ownLoan(id, context));
    return servicingOf(id, context);
  },

  listInvoices: async ({ path: { id }, query: { state } }, context) =>
    readInvoices(context.db, await ownLoan(id, context), { state, now: context.clock.now() }),

  createStatement: async ({ path: { id }, body: { language } }, context) =>
    createStatement(context, { loanId: await ownLoan(id, context), language }),

  readForeclosureQuote: async ({ path: { id } }, context) =>
    readForeclosureQuote(context.db, await ownLoan(id, context), context.clock.now()),

  async readPrepaymentQuote({ path: { id }, query: { amount_paise: amount } }, context) {
    const loanId = await ownLoan(id, context);
    const amountPaise = amount === undefined ? null : Number(amount);
    return readPrepaymentQuote(context.db, loanId, { amountPaise, now: context.clock.now() });
  },

  listConsents: async (_, { db, config, customer }) => listConsents(db, customer.id, config.lenderProfiles),

  withdrawConsent: async ({ path: { id } }, context) =>
    withdrawConsent(context, id, (tx, locked, entry) => stopAsking(tx, locked, entry, context.config)),
} satisfies Partial<Handlers>;

/** Returns the id of a loan, once it is known to be the customer's. @throws Problem 404 where it is not */
export async function ownLoan(
  loanId: string,
  { db, customer }: Pick<CustomerContext, 'db' | 'customer'>,
): Promise<string> {
  if (!(await findLoanOfCustomer(db, { loanId, customerId: customer.id }))) throw notFound();
  return loanId;
}

const readingOf = ({ clock, config }: CustomerContext) => ({
  ...{ profiles: config.lenderProfiles, now: clock.now() },
});

export const servicingOf = async (id: string, context: CustomerContext) =>
  readServicing(context.db, id, readingOf(context));
