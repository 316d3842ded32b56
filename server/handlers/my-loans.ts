/** The loans of a customer: the list, a new one, and those that can be claimed. */
import { claimLoan, claimTarget, listClaimableLoans } from '../my-loans/claims.ts';
import { listMyLoans, readMyLoan } from '../my-loans/my-loans.ts';
import { findLoanOfCustomer } from '../customers/own-loan.ts';
import type { Context, Handlers } from '../api/handler.ts';
import { createLoan } from '../loans/create-loan.ts';
import type { LoanRecord } from '../loans/record.ts';
import { issuedOtp } from '../otp/issue.ts';
import { notFound, refusal } from '../http/problem.ts';
import { sendPassword } from '../reentry/enter-loan.ts';
import { studentHandlers } from './students.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { legalDocuments } from '../../domain/pages/legal.ts';
import type { CustomerAgreement } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { submissions } from '../db/schema/review.ts';

type CustomerContext = Context<'readMyLoan'>;

export const myLoanHandlers = {
  async listMyLoans({ query }, { db, clock, config, customer }) {
    const reading = { profiles: config.lenderProfiles, now: clock.now() };
    return listMyLoans(db, customer.id, reading, query);
  },

  readMyLoan: async ({ path: { id } }, context) => readOne(id, context),

  readMyLoanV2: async ({ path: { id } }, context) => readOne(id, context),

  readLoanById: async ({ path, ...request }, context) =>
    studentHandlers.getLoan({ path, ...request }, await withOwnLoan(path.id, context)),

  async createMyLoan({ header, body }, context) {
    const { name, email, mobile: phone, language } = context.customer;
    if (name === null || email === null) {
      throw refusal(
        409,
        'refusal.profileNeeded',
        'The sign-up is not complete: the profile has no name and no address',
      );
    }
    const created = await createLoan(
      header['Idempotency-Key'],
      { language, ...body, name, email, phone },
      context,
    );
    return { loan_id: created.loan_id };
  },

  updateMyStudents: async ({ path, ...request }, context) =>
    studentHandlers.saveStudents({ path, ...request }, await withOwnLoan(path.id, context)),

  listClaimableLoans: async (_, { db, customer }) => listClaimableLoans(db, customer),

  async requestClaim({ path: { id } }, context) {
    await sendPassword(await claimTarget(context.db, context.customer, id), context);
    return issuedOtp;
  },

  async claimLoan({ path: { id }, body }, context) {
    await claimLoan(context, context.customer, { loanId: id, input: body });
    return readOne(id, context);
  },

  listAgreements: async (_, { db, customer }) => listAgreements(db, customer.id),
} satisfies Partial<Handlers>;

const readOne = async (loanId: string, { db, clock, config, customer }: CustomerContext) =>
  readMyLoan(db, customer.id, {
    loanId,
    profiles: config.lenderProfiles,
    now: clock.now(),
  });

/** The context of an operation that a loan's token opens. @throws Problem 404 where the customer does not own the loan */
async function withOwnLoan(
  loanId: string,
  context: CustomerContext,
): Promise<CustomerContext & { loan: LoanRecord['row']; record: LoanRecord }> {
  const record = await findLoanOfCustomer(context.db, { loanId, customerId: context.customer.id });
  if (!record) throw notFound();
  return { ...context, loan: record.row, record };
}

/** The agreements of a customer, the newest first. A submission that answers queries repeats the agreement of the one before, and is left out. */
export async function listAgreements(db: Database, customerId: string): Promise<CustomerAgreement[]> {
  const rows = await db
    .select({ loanId: loans.id, at: submissions.submittedAt, agreed: submissions.agreed })
    .from(submissions)
    .innerJoin(loans, eq(loans.id, submissions.loanId))
    .where(and(eq(loans.customerId, customerId), isNull(loans.erasedAt), eq(submissions.supplement, false)))
    .orderBy(submissions.submittedAt, submissions.number);
  const seen = new Set<string>();
  const agreements = rows.flatMap(({ loanId, at, agreed }) =>
    legalDocuments.flatMap((document): CustomerAgreement[] => {
      const version = agreed[`${document}_version`];
      const key = `${loanId} ${document} ${version}`;
      if (version === undefined || seen.has(key)) return [];
      seen.add(key);
      const { language, words } = agreed;
      return [{ loan_id: loanId, document, version, language, at: at.toISOString(), words }];
    }),
  );
  return agreements.toReversed();
}
