/** The operations of staff about loans after their approval. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { LenderLoan, LenderPayment, OpenCase } from '../../../domain/values/wire.ts';
import type { OperationId } from '../../../server/contract/contract.ts';
import { paymentDecisions, payments } from '../../../server/db/schema/servicing.ts';
import { reviewers } from '../../../server/db/schema/staff.ts';
import { demoReviewer } from '../../../server/sandbox/demo-reviewer.ts';
import { recordLenderSteps } from '../../../server/servicing/sync-lender-loan.ts';
import type { App } from '../app.ts';
import { pay } from '../approved-loans.ts';
import type { Call, CookieJar } from '../calls.ts';
import { signInOnce } from '../desk.ts';
import type { Case } from './case.ts';
import { noLenderSteps } from '../lender-steps.ts';
import { accepted, disbursed } from './offers.ts';

export const deskServicingCases = {
  readLenderLoans: {
    good: async (app) => deskCall(app, await accepted(app)),
    bad: { 'an application that there is not': async (app) => [await deskCall(app, unknownLoan), 404] },
  },
  moveLenderLoan: {
    good: async (app) => ({ ...(await deskCall(app, await accepted(app))), body: { lender_id: 15 } }),
    bad: {
      'a lender that the loan is not at': async (app) => [
        { ...(await deskCall(app, await accepted(app))), body: { lender_id: 7 } },
        404,
      ],
      'a stage': async (app) => [
        { ...(await deskCall(app, await accepted(app))), body: { lender_id: 15, stage: 'closed' } },
        400,
      ],
    },
  },
  addressOfIssuedDocument: {
    good: async (app) => {
      const { jar, path } = await deskCall(app, await accepted(app));
      const { result } = (await app.call('readLenderLoans', { jar, path })).body;
      const [document] = result.flatMap(({ documents }: { documents: object[] }) => documents);
      return { jar, path: { ...path, document_id: document.document_id } };
    },
    bad: {
      'a document that there is not': async (app) => {
        const { jar, path } = await deskCall(app, await accepted(app));
        return [{ jar, path: { ...path, document_id: 'x' } }, 404];
      },
    },
  },
  listHeldPayments: {
    good: async (app) => ({ jar: await signInOnce(app) }),
    bad: { 'an unknown parameter': async (app) => [{ jar: await signInOnce(app), query: '?x=1' }, 400] },
  },
  decidePayment: {
    good: async (app) => aboutHeldPayment(app),
    bad: {
      'a decision that there is not': async (app) => [
        await aboutHeldPayment(app, { decision: 'keep', amount_paise: 100, note: 'As agreed' }),
        400,
      ],
      'a transfer of the lender without its reference': async (app) => [
        await aboutHeldPayment(app, { decision: 'refunded_by_lender', amount_paise: 100, note: 'As agreed' }),
        400,
      ],
      'no amount': async (app) => [
        await aboutHeldPayment(app, { decision: 'refund', note: 'As agreed' }),
        400,
      ],
      'no reason': async (app) => [
        await aboutHeldPayment(app, { decision: 'refund', amount_paise: 100, note: '' }),
        400,
      ],
      'another amount': async (app) => [
        await aboutHeldPayment(app, { decision: 'refund', amount_paise: 99, note: 'As agreed' }),
        409,
      ],
      'a payment that there is not': async (app) => {
        const { jar, path, body } = await aboutHeldPayment(app);
        return [{ jar, path: { ...path, payment_id: 'none' }, body }, 404];
      },
    },
  },
  answerPaymentDecision: {
    good: async (app) => aboutWaitingDecision(app),
    bad: {
      'an answer that there is not': async (app) => [
        await aboutWaitingDecision(app, { answer: 'change' }),
        400,
      ],
      'a decision that does not wait': async (app) => [
        await aboutWaitingDecision(app, { decision_id: 'none' }),
        409,
      ],
      'confirmed by whoever has made it': async (app) => [
        await aboutWaitingDecision(app, { answer: 'confirm' }),
        409,
      ],
    },
  },
  listOpenCases: {
    good: async (app) => ({ jar: await signInOnce(app) }),
    bad: { 'an unknown parameter': async (app) => [{ jar: await signInOnce(app), query: '?x=1' }, 400] },
  },
  closeCase: {
    good: async (app) => aboutCase(app),
    bad: {
      'no note': async (app) => [await aboutCase(app, { note: '' }), 400],
      'a case that is closed': async (app) => {
        const call = await aboutCase(app);
        await app.call('closeCase', call);
        return [call, 409];
      },
      'a case that there is not': async (app) => {
        const { jar, path, body } = await aboutCase(app);
        return [{ jar, path: { ...path, case_id: 'none' }, body }, 404];
      },
    },
  },
  checkLenderPayments: {
    good: async (app) => deskCall(app, await disbursed(app)),
    bad: { 'an application that there is not': async (app) => [await deskCall(app, unknownLoan), 404] },
  },
  listAllInvoices: onInvoices(),
  listUnpaidInvoices: onInvoices(),
  listPaidInvoices: onInvoices(),
} satisfies Partial<Record<OperationId, Case>>;

const unknownLoan = { path: { id: 'e7a9f3f0-8a55-4c34-9d6c-4f0c1f6f2b11' } };

/** A call of a member of staff about a loan. */
const deskCall = async (
  app: App,
  { path }: { path: { id: string } },
): Promise<{ path: { id: string }; jar: CookieJar }> => ({
  path,
  jar: await signInOnce(app),
});

/** A decision about a payment of less than was due. */
async function aboutHeldPayment(
  app: App,
  body: object = { decision: 'count', amount_paise: 100, note: 'As agreed' },
): Promise<Required<Pick<Call, 'jar' | 'path' | 'body'>>> {
  const loan = await accepted(app);
  await pay(app, loan, 'advance', 100, 'held');
  const { jar, path } = await deskCall(app, loan);
  const { result } = (await app.call('readLenderLoans', { jar, path })).body;
  const payment = result
    .flatMap(({ payments }: LenderLoan) => payments)
    .find(({ state, made_decision: made }: LenderPayment) => state === 'held' && made === null);
  return { jar, path: { ...path, payment_id: payment.payment_id }, body };
}

/** Makes a decision that waits for a second person, and returns the call by which its author takes it back. */
async function aboutWaitingDecision(app: App, changes: object = {}) {
  const { jar, path } = await aboutHeldPayment(app);
  const ofPayment = eq(payments.providerPaymentId, String(path.payment_id));
  const [payment] = await app.db.select({ id: payments.id }).from(payments).where(ofPayment);
  const [maker] = await app.db
    .select({ id: reviewers.id })
    .from(reviewers)
    .where(eq(reviewers.email, demoReviewer.email));
  const decision_id = randomUUID();
  await app.db.insert(paymentDecisions).values({
    ...{ id: decision_id, paymentId: payment?.id ?? '', decision: 'refund', amountPaise: 100, note: 'Why' },
    ...{ state: 'waiting', madeById: maker?.id ?? '', madeBy: 'Staff', madeAt: app.clock.now() },
  });
  return { jar, path, body: { decision_id, answer: 'decline', ...changes } };
}

/** The closing of a case about a countersignature under something else. */
async function aboutCase(
  app: App,
  body: object = { note: 'The lender has sent the right one.' },
): Promise<Required<Pick<Call, 'jar' | 'path' | 'body'>>> {
  const loan = await accepted(app);
  const { jar, path } = await deskCall(app, loan);
  const documentSha256 = randomUUID().replaceAll('-', '').repeat(2);
  const countersigned = { documentSha256, at: app.clock.now() };
  const key = { loanId: path.id, lenderId: 15 };
  await recordLenderSteps(app.services, key, { ...noLenderSteps, countersigned });
  const { result } = (await app.call('listOpenCases', { jar })).body;
  const [found] = result.filter(
    (one: OpenCase) => one.loan_id === path.id && one.case.details[0]?.said === documentSha256,
  );
  return { jar, path: { ...path, case_id: found.case.case_id }, body };
}

function onInvoices(): Case {
  return {
    good: async (app) => deskCall(app, await disbursed(app)),
    bad: { 'an application that there is not': async (app) => [await deskCall(app, unknownLoan), 404] },
  };
}
