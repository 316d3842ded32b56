/** The applications that this device has begun: the device knows their ids and tokens, the rest is read from the server. */
import { lockOf } from '../../../domain/loan/lock.ts';
import { type IsoDate, todayInIndia } from '../../../domain/values/dates.ts';
import type { Loan, LoanStatus } from '../../../domain/values/wire.ts';
import type { EarlierLoan, Person } from '../../../machines/wizard.ts';
import type { Services } from './wizard.tsx';

/** An application that the person can continue. */
export interface DeviceLoan {
  loanId: string;
  /** Null while none was chosen. */
  institution: string | null;
  /** The time of creation, ISO 8601. */
  createdAt: string;
  /** The state in which the application continues: a step, the reviewer's queries, or its status since it was sent. */
  next: 'students' | 'applicant' | 'queries' | 'refused' | LoanStatus;
}

type ReadServices = Pick<Services, 'call' | 'loanIds'>;

/** The maximum number of applications offered, since a long list is no help. */
const maxShown = 3;

/** Returns the applications whose tokens are still valid, the last opened one first; empty if none was read. */
export async function readDeviceLoans(services: ReadServices, signal: AbortSignal): Promise<DeviceLoan[]> {
  const loans = await readLoans(services, signal);
  return Promise.all(
    loans.slice(0, maxShown).map(async (loan) => ({
      loanId: loan.loan_id,
      institution: await institutionOf(services, loan, signal),
      createdAt: loan.created_at,
      next: nextOf(loan),
    })),
  );
}

/**
 * Finds the application that the same person began on the same day for the same institution, among those that this
 * device opens. Other people's are not searched, so that no response tells whether a mobile number is known.
 */
export async function findEarlierLoan(
  services: ReadServices & Pick<Services, 'instituteId'>,
  person: Person,
  today: IsoDate,
  signal: AbortSignal,
): Promise<EarlierLoan | null> {
  const { instituteId } = services;
  const earlier = (await readLoans(services, signal)).find((loan) => {
    const institution = institutionIdOf(loan);
    return (
      loan.personal_details.mobile === person.phone &&
      todayInIndia(new Date(loan.created_at)) === today &&
      (instituteId === null || institution === null || instituteId === institution)
    );
  });
  return earlier
    ? { loanId: earlier.loan_id, institution: await institutionOf(services, earlier, signal) }
    : null;
}

async function readLoans({ call, loanIds }: ReadServices, signal: AbortSignal): Promise<Loan[]> {
  const outcomes = await Promise.all(loanIds().map((id) => call('getLoan', { path: { id } }, { signal })));
  return outcomes.flatMap((outcome) => (outcome.kind === 'ok' ? [outcome.value] : []));
}

const institutionIdOf = (loan: Loan): number | null =>
  loan.el_details.institution_id ?? loan.locked_institute_id;

/** Returns the institution's name: the saved one, else that of the institution which the address had locked. */
async function institutionOf(
  { call }: ReadServices,
  loan: Loan,
  signal: AbortSignal,
): Promise<string | null> {
  const { institution_name } = loan.el_details;
  if (institution_name !== null || loan.locked_institute_id === null) return institution_name;
  const outcome = await call('getInstitute', { path: { id: loan.locked_institute_id } }, { signal });
  return outcome.kind === 'ok' ? outcome.value.name : null;
}

function nextOf(loan: Loan): DeviceLoan['next'] {
  const { mode } = lockOf(loan);
  if (mode === 'queried') return 'queries';
  if (loan.lender_refused) return 'refused';
  if (mode === 'locked' || loan.status === 'submitted') return loan.status;
  return loan.el_details.students.length === 0 ? 'students' : 'applicant';
}
