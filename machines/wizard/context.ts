/** Facts about the open loan that the guards, actions and states of the wizard read from its context. */
import { hasBeenQueried, lockOf, unansweredCode } from '../../domain/loan/lock.ts';
import { hasVerdict } from '../../domain/loan/status.ts';
import { draftedSteps } from '../../domain/pages/steps.ts';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { Loan } from '../../domain/values/wire.ts';
import type { DraftStep } from '../draft.ts';
import type { PlanNotice, WizardContext } from './types.ts';

export const draftSteps: readonly DraftStep[] = [...draftedSteps, 'answers'];

export const lockMode = ({ loan }: Pick<WizardContext, 'loan'>) => (loan ? lockOf(loan).mode : null);

export const queryModeOf = ({ loan }: Pick<WizardContext, 'loan'>) => {
  if (!loan || !hasBeenQueried(loan)) return 'closed';
  const states = { queried: 'open', locked: 'answered', open: 'closed' } as const;
  return states[lockOf(loan).mode];
};

/** Compares fees, since only the form knows a plan that is chosen and not saved: that one may be outdated. */
export const planNoticeAfter = (before: Loan | null, after: Loan): PlanNotice | null => {
  if (before?.loan_details.emi_tenure_id != null && after.loan_details.emi_tenure_id === null)
    return 'cleared';
  const fee = before?.el_details.order_value ?? null;
  return fee === null || fee === after.el_details.order_value ? null : 'recalculated';
};

/** The context before a loan is opened. */
export const noLoan = {
  loanId: null,
  earlierLoan: null,
  loan: null,
  drafts: null,
  lookups: null,
  institution: null,
  institutionMissing: false,
  studentChanges: null,
  unanswered: [],
  pendingFocusField: null,
  deletingStudentId: null,
  options: null,
  planNotice: null,
  previousOrder: null,
  application: null,
  result: null,
  alert: null,
  waitingMessage: 0,
  seenVerdict: null,
} satisfies Partial<WizardContext>;

/** Returns the drafts and look-ups of the loan if it is open: two actors of one draft would overwrite each other. */
export const actorsOf = ({ loanId, drafts, lookups }: WizardContext, ofLoan: string) =>
  loanId === ofLoan ? { drafts, lookups } : {};

export const verdictKey = ({ loan }: Pick<WizardContext, 'loan'>) => loan && `${loan.loan_id} ${loan.status}`;

/** Returns the loan's locked institution, else the saved one. */
export const institutionIdOf = ({ loan }: Pick<WizardContext, 'loan'>): number | null =>
  loan?.locked_institute_id ?? loan?.el_details.institution_id ?? null;

/** Returns the drafts whose steps Submit saves. */
export const stepsToSubmit = (context: Pick<WizardContext, 'loan'>): readonly DraftStep[] =>
  lockMode(context) === 'queried' ? draftSteps : ['applicant'];

export const isFormEditable = (context: Pick<WizardContext, 'loan'>) =>
  lockMode(context) === 'open' || lockMode(context) === 'queried';

/** Returns the fields whose queries the server reports as unanswered. */
export const unansweredFieldsOf = (outcome: Outcome<unknown>): string[] =>
  outcome.kind === 'refused'
    ? outcome.errors.filter(({ code }) => code === unansweredCode).map(({ field }) => field)
    : [];

/** Says whether the form was sent and answered, and has no open query: it can be read and not changed. */
export const isLockedWithVerdict = ({ loan }: Pick<WizardContext, 'loan'>) =>
  loan !== null && lockOf(loan).mode === 'locked' && hasVerdict(loan.status);

export const areStudentsSaved = ({ loan }: Pick<WizardContext, 'loan'>) =>
  loan !== null && loan.el_details.course_id !== null && loan.el_details.students.length > 0;
