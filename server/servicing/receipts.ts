/** Receipts of payments (decision 88): one for each that counts, written by a job once the payment is recorded. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { ReceiptInput } from '../../domain/servicing/receipt.ts';
import { paiseText } from '../../domain/servicing/document-text.ts';
import { amountInWords } from '../../locales/amount-words.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { loans } from '../db/schema/loans.ts';
import { issuedDocuments, paymentOrders, payments } from '../db/schema/servicing.ts';
import { renderReceipt } from '../issued-documents/render.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { JobResult } from '../jobs/runner.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { lenderName } from '../config/lender-profiles.ts';
import { findLoanRow } from '../loans/row.ts';
import { Problem } from '../http/problem.ts';
import { nextDocumentNumber, storeDocument } from './issued-documents.ts';
import { borrowerNameOf } from './lender-loans.ts';
import { identityOf } from './key-facts.ts';
import { paidPurpose } from './ledger-facts.ts';
import { offersOf } from './step-rows.ts';
import type { StepNeeds } from './steps.ts';
import { tellCustomer } from './tell-customer.ts';

/** Enqueues a receipt for each payment of a lender loan that counts and has none. */
export async function enqueueReceipts(
  tx: Database,
  { loanId, lenderId }: LenderLoanKey,
  now: Date,
): Promise<void> {
  const without = await tx
    .select({ paymentId: payments.id })
    .from(payments)
    .innerJoin(loans, and(eq(loans.id, payments.loanId), isNull(loans.erasedAt)))
    .leftJoin(issuedDocuments, eq(issuedDocuments.paymentId, payments.id))
    .where(
      and(
        ofLenderLoan(payments, { loanId, lenderId }),
        eq(payments.state, 'captured'),
        isNull(issuedDocuments.id),
      ),
    )
    .orderBy(asc(payments.receivedAt));
  for (const { paymentId } of without)
    await enqueueJob(tx, 'servicing.receipt', { loanId, paymentId }, { now, ifAbsent: true });
}

/** The job `servicing.receipt`: issues the receipt and tells the customer that the payment has arrived. */
export async function issueReceiptByJob(
  needs: StepNeeds,
  { loanId, paymentId }: { loanId: string; paymentId: string },
): Promise<JobResult> {
  try {
    return (await issueReceipt(needs, { loanId, paymentId })) ? 'done' : 'retry';
  } catch (error) {
    // The loan is gone or erased, or the payment does not count any more.
    if (error instanceof Problem && [404, 409, 410].includes(error.status)) return 'done';
    throw error;
  }
}

/** @returns false where another document has taken its number meanwhile */
async function issueReceipt(
  needs: StepNeeds,
  { loanId, paymentId }: { loanId: string; paymentId: string },
): Promise<boolean> {
  const { db, clock, config } = needs;
  const loan = await findLoanRow(db, loanId);
  const paid = await findPaidWithoutReceipt(db, paymentId);
  if (!paid) return true;
  const { payment, order, row } = paid;
  const received = await offersOf(db, row);
  const offer = received.find(({ id }) => id === row.offerId) ?? received[0];
  if (!offer) throw new Error('A payment has no offer');
  const { lenderId } = row;
  const { language } = loan;
  const paidFor = paidPurpose(payment, order);
  const input: ReceiptInput = {
    number: await nextDocumentNumber(db, offer, 'receipt'),
    issuedOn: todayInIndia(clock.now()),
    borrowerName: borrowerNameOf(loan),
    institutionName: loan.institutionName ?? '',
    lenderName: lenderName(config.lenderProfiles, lenderId),
    platformName: config.lenderProfiles.platform.name,
    proposalNumber: offer.proposalNumber,
    accountNumber: row.accountNumber,
    ...(await identityOf(db, loanId)),
    ...paidFor,
    isLateCharge: order.isLateCharge && paidFor.instalment !== null,
    amount: payment.amountPaise,
    amountInWords: amountInWords(payment.amountPaise, language),
    method: payment.method,
    paymentId: payment.providerPaymentId,
    paidAt: payment.paidAt.toISOString(),
  };
  const { number } = input;
  const stored = await storeDocument(
    needs,
    {
      ...{ loanId, lenderId, offerId: offer.id, paymentId, kind: 'receipt', language, number, input },
      render: () => renderReceipt(input, language),
    },
    async (tx, { loan: locked, document }) => {
      await requireCounted(tx, payment);
      const told = { amount: paiseText(payment.amountPaise) };
      const telling = { now: clock.now(), config, documents: [document.id] };
      await tellCustomer(tx, { loan: locked, row }, 'servicing.paymentReceived', told, telling);
    },
  );
  return stored !== undefined;
}

/** It may have been refunded while its receipt was typeset. @throws Problem 409, which undoes the receipt */
async function requireCounted(
  tx: Database,
  { id, amountPaise }: Pick<typeof payments.$inferSelect, 'id' | 'amountPaise'>,
): Promise<void> {
  const isCounted = and(
    eq(payments.id, id),
    eq(payments.state, 'captured'),
    eq(payments.amountPaise, amountPaise),
  );
  if ((await tx.$count(payments, isCounted)) === 0) throw new Problem(409, 'The payment does not count');
}

async function findPaidWithoutReceipt(db: Database, paymentId: string) {
  const [paid] = await db
    .select({ payment: payments, order: paymentOrders, row: lenderLoans })
    .from(payments)
    .innerJoin(paymentOrders, eq(paymentOrders.id, payments.orderId))
    .innerJoin(
      lenderLoans,
      and(eq(lenderLoans.loanId, payments.loanId), eq(lenderLoans.lenderId, payments.lenderId)),
    )
    .leftJoin(issuedDocuments, eq(issuedDocuments.paymentId, payments.id))
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'captured'), isNull(issuedDocuments.id)));
  return paid;
}
