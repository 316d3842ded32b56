/** The loans of a customer: the list, a new one, and those that can be claimed. */
import { listAgreements } from '../customers/agreements.ts';
import { claimLoan, claimTarget, listClaimableLoans } from '../my-loans/claims.ts';
import { listMyLoans, readMyLoan } from '../my-loans/my-loans.ts';
import { findLoanOfCustomer } from '../customers/own-loan.ts';
import type { Context, Handlers } from '../api/handler.ts';
import { createLoan } from '../loans/create-loan.ts';
import type { LoanRecord } from '../loans/record.ts';
import { issuedOtp } from '../otp/issue.ts';
import { notFound, Problem } from '../http/problem.ts';
import { sendPassword } from '../reentry/send-password.ts';
import { studentHandlers } from './students.ts';

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
      throw new Problem(
        409,
        'The sign-up is not complete: the profile has no name and no address',
        undefined,
        { code: 'refusal.profileNeeded' },
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
