/** Lender loans for staff: what there is of each, its payments and invoices, and asking the lender anew. */
import { invoicesIn } from '../../domain/servicing/invoices.ts';
import { invoiceOnWire } from '../../domain/servicing/terms-wire.ts';
import type { Invoice } from '../../domain/values/wire.ts';
import { transaction } from '../db/open.ts';
import type { Context, Handlers } from '../api/handler.ts';
import { notFound } from '../http/problem.ts';
import { withTimeout } from '../platform/timers.ts';
import { findReviewableLoan } from '../review/read-application.ts';
import { closeCase, findCase, listOpenCases } from '../servicing/cases.ts';
import { answerPaymentDecision, decidePayment } from '../servicing/decide-payment.ts';
import { syncLenderLoanByJob } from '../servicing/sync-lender-loan.ts';
import { addressOfIssued, findDocument } from '../servicing/issued-documents.ts';
import { readLenderLoans } from '../servicing/desk-lender-loans.ts';
import { billedInvoices, readAccount } from '../servicing/ledger.ts';
import { findServicing } from '../servicing/lender-loans.ts';
import { listHeldPayments, readLenderPayments, type StaffReading } from '../servicing/desk-payments.ts';
import { advanceStage, lockLenderLoan } from '../servicing/stage.ts';
import { appendLenderAct } from '../timeline/timeline.ts';

type StaffContext = Context<'readLenderLoans'>;

export const lenderLoanHandlers = {
  readLenderLoans: async ({ path: { id } }, context) => lenderLoansOf(await inScope(id, context), context),

  async addressOfIssuedDocument({ path: { id, document_id: documentId } }, context) {
    const document = await findDocument(context.db, await inScope(id, context), documentId);
    return addressOfIssued(context.adapters.objects, document);
  },

  async moveLenderLoan({ path: { id }, body: { lender_id: lenderId } }, context) {
    const { db, clock, config } = context;
    const key = { loanId: await inScope(id, context), lenderId };
    // The lender's data are recorded if it answers; otherwise the known data decide.
    await withTimeout(timeoutMs, (signal) => syncLenderLoanByJob(context, key, { signal }));
    await transaction(db, async (tx) => {
      const now = clock.now();
      const locked = await lockLenderLoan(tx, key, now);
      if (!locked) throw notFound();
      const { reviewer } = context.staff;
      const by = { id: reviewer.id, name: reviewer.name };
      await appendLenderAct(tx, { loanId: id, lenderId }, 'servicing.asked', now, { by });
      await advanceStage(tx, locked, { now, config });
    });
    return lenderLoanOf(id, lenderId, context);
  },

  checkLenderPayments: async ({ path: { id } }, context) =>
    readLenderPayments(context.db, await inScope(id, context), readingOf(context)),

  listHeldPayments: async (_, context) =>
    listHeldPayments(context.db, { ...readingOf(context), scope: context.staff.scope }),

  async decidePayment({ path: { id, payment_id: paymentId }, body }, context) {
    const loanId = await inScope(id, context);
    const order = { loanId, paymentId, body, by: context.staff.reviewer };
    return lenderLoanOf(id, await decidePayment(context, order), context);
  },

  async answerPaymentDecision({ path: { id, payment_id: paymentId }, body }, context) {
    const loanId = await inScope(id, context);
    const order = { loanId, paymentId, body, by: context.staff.reviewer };
    return lenderLoanOf(id, await answerPaymentDecision(context, order), context);
  },

  listOpenCases: async (_, { db, config, staff: { scope } }) =>
    listOpenCases(db, { scope, profiles: config.lenderProfiles }),

  async closeCase({ path: { case_id: caseId }, body: { note } }, context) {
    const { db, clock, staff } = context;
    const found = await findCase(db, caseId);
    const { loanId, lenderId } = found;
    if (loanId !== null) await inScope(loanId, context);
    else if (staff.scope !== null) throw notFound();
    await transaction(db, (tx) => closeCase(tx, found, { note, by: staff.reviewer }, clock.now()));
    const isOfLoan = loanId !== null && lenderId !== null;
    return isOfLoan ? await lenderLoanOf(loanId, lenderId, context) : null;
  },

  listAllInvoices: async ({ path: { id } }, context) => invoices(id, 'all', context),

  listUnpaidInvoices: async ({ path: { id } }, context) => invoices(id, 'unpaid', context),

  listPaidInvoices: async ({ path: { id } }, context) => invoices(id, 'paid', context),
} satisfies Partial<Handlers>;

/** Somebody of the staff waits for it. */
const timeoutMs = 8_000;

const readingOf = ({ staff, config, clock }: StaffContext): StaffReading => ({
  ...{ reader: staff.reviewer.id, config, now: clock.now() },
});

const lenderLoansOf = (id: string, context: StaffContext) =>
  readLenderLoans(context.db, id, readingOf(context));

/** @throws Problem 404 where the loan is not at this lender */
async function lenderLoanOf(id: string, lenderId: number, context: StaffContext) {
  const found = (await lenderLoansOf(id, context)).find((one) => one.lender_id === lenderId);
  if (!found) throw notFound();
  return found;
}

/** Returns the id of a loan that the member of staff may see. @throws Problem 404 of another one, or an unknown one */
const inScope = async (id: string, { db, clock, staff: { scope } }: StaffContext): Promise<string> =>
  (await findReviewableLoan(db, id, { scope, now: clock.now() })).id;

async function invoices(
  id: string,
  view: 'all' | 'unpaid' | 'paid',
  context: StaffContext,
): Promise<Invoice[]> {
  const { db, clock } = context;
  const accepted = await findServicing(db, await inScope(id, context));
  if (!accepted || accepted.row.disbursedOn === null) return [];
  const account = await readAccount(db, accepted, clock.now());
  return invoicesIn(billedInvoices(account), view).map(invoiceOnWire);
}
