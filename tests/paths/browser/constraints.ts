/** The events that people and the server can cause, out of all that the wizard's machine allows. */
import { lockOf } from '../../../domain/loan/lock.ts';
import { isInQueryMode, type WizardSnapshot } from '../../../machines/wizard.ts';
import type { GraphEvent, GraphNode, GraphConstraints } from '../graph.ts';
import { leavesOf } from '../statechart.ts';
import { type BrowserHistory, browserHistory, navigationTo } from './browser-history.ts';

/** The reason for transitions that depend on a verdict shown before. */
export const openedOnce =
  'a walk opens a loan with a verdict once; tests/e2e/status.test.ts reloads the page';

/** The two things that happen after half a minute on the status screen. */
export const halfAMinute = 'a walk waits for seconds; tests/e2e/status.test.ts moves the clock on';

/** Refusals of a save or a Submit for the sake of something that the page has not read. */
export const changedMeanwhile =
  'the loan, its students or its fee would have to change on the server meanwhile; machines/wizard.test.ts answers so';

/** Transitions that cannot be caused in a browser, each with its reason; the machine driver walks them. */
export const notCausable: Readonly<Record<string, string>> = {
  'wizard.flow.keyMissing — xstate.route → ignored':
    'a page without a key has one address, and nothing on it leads anywhere',
  'applicant — students.replaced → wizard.flow.applicant.checkingOptions':
    'a second device would have to type in the same draft, and a walk has one',
  'wizard.flow.opening.choosingStep — at once [4/8] → wizard.flow.status.closed': openedOnce,
  'wizard.flow.status.closed — xstate.after.verdictRefresh.wizard.flow.status.closed → wizard.flow.status.checking':
    halfAMinute,
  'wizard.flow.status.refreshed — at once [1/2] → wizard.flow.status.closed': openedOnce,
  'wizard.queryMode.open — at once [2/2] → wizard.queryMode.closed':
    'a reviewer would have to withdraw the queries, and the page to read the loan again',
  'wizard.queryMode.answered — at once [1/2] → wizard.queryMode.open':
    'a reviewer would have to ask again, and the page to read the loan again',
  'wizard.flow.submission.refused — alert.dismissed [1/2] → opening': changedMeanwhile,
  'wizard.flow.students.savingFailed — alert.dismissed [1/2] → opening': changedMeanwhile,
  'status — loan.accessLost → wizard.flow.opening.notFound':
    'the loan would have to be opened on a second device; tests/e2e/embedding.test.ts does that in a new window',
};

const never = new Set([
  // These have the same transition as another cause, which is walked.
  'saveStudents answers: saved, plan cleared',
  'saveApplication answers: refused for want of an answer',
  'pushToLender answers: code 504 in the body',
  'pushToLender answers: something else',
  // Somebody else would have to change the loan, its students or its fee meanwhile.
  'readLoan answers: students saved, another fee',
  'saveStudents answers: others are saved',
  'saveApplication answers: the fee has changed',
  // It takes half a minute.
  'verdictRefresh passes',
]);

/** The states in which a dialog covers the page, and what can be pressed in one. */
const dialogs = [
  'flow.create.emailRefused',
  'flow.create.failed',
  'flow.create.confirmingAnother',
  'flow.students.confirmingAdd',
  'flow.students.confirmingDelete',
  'flow.students.savingFailed',
  'flow.applicant.loadingOptions.forModal',
  'flow.applicant.choosingTenure',
  'flow.applicant.optionsFailed',
  'flow.submission.gatewayTimedOut',
  'flow.submission.noResponse',
  'flow.submission.refused',
  'flow.status.open',
];
const pressedInDialogs = new Set([
  'alert.dismissed',
  'create.confirmed',
  'dialog.cancelled',
  'loan.continued',
  'student.addConfirmed',
  'student.deleteConfirmed',
  'tenure.chosen',
  'submission.retried',
  'status.closed',
  'explore.requested',
]);

const newLoans = new Set(['a new loan', 'a new loan with a locked institution']);
const refusals = new Set(['unreachable', 'not found']);

export function canBeCaused(
  { snapshot, extraState: known }: GraphNode<BrowserHistory>,
  { type, words, answers, waits }: GraphEvent,
): boolean {
  const now = snapshot as WizardSnapshot;
  const { context } = now;
  if (never.has(words)) return false;
  // The marks on the other step are tested in tests/e2e/queries.test.ts.
  if (context.unanswered.length > 0 && ['xstate.route', 'previous.requested'].includes(type)) return false;
  if (type === 'xstate.route') return navigationTo(known, now, words) !== null;
  if (answers?.src === 'readLoan') return readingFits(known, context.person !== null, answers.variant);
  // A verdict that stays is the one that the page knows.
  if (answers?.src === 'refreshVerdict' && answers.variant === 'pending')
    return context.result?.status === 'PENDING';
  // The page knows whether the same person began one today.
  if (answers?.src === 'findEarlierLoan')
    return answers.variant !== 'unreachable' && (answers.variant === 'none') !== known.opens;
  if (answers?.src === 'saveApplication') return savingFits(known, now, answers.variant);
  if (!answers && !waits && isCovered(now) && !pressedInDialogs.has(type)) return false;
  const isOpen = context.loan !== null && lockOf(context.loan).mode === 'open';
  const asks = isInQueryMode(now);
  switch (type) {
    case 'create.submitted':
      // A third loan in a row adds nothing new.
      return known.loan < 2;
    case 'loan.continued':
      return known.opens && known.asRead && known.loan < 2;
    case 'loan.accessLost':
      return (
        isOpen &&
        known.asRead &&
        known.typed === null &&
        (isEditing(now) || now.matches({ flow: { submission: 'saving' } }))
      );
    case 'loan.reentered':
    case 'explore.requested':
      return true;
    case 'institution.chosen':
      return isOpen && known.typed === null && context.institution === null && hasNoStudents(now);
    case 'document.added':
      // The document of a query is on the page of its step, where it can be replaced.
      return words === 'document.added the receipt'
        ? isOpen && known.typed === 'unfinished' && hasNoStudents(now)
        : known.life === 'a document asked about' && now.matches({ flow: 'applicant' });
    case 'student.addRequested':
    case 'student.deleteRequested':
      return known.typed === null && !hasNoStudents(now);
    case 'students.submitted':
      // A person would first have to fill in the fields that a short walk leaves empty; the journeys do that.
      if (hasNoStudents(now) || context.institutionMissing || known.typed === 'unfinished') return false;
      return words === 'students.submitted with changes' ? isOpen : known.typed === null;
    case 'students.replaced':
      return false;
    case 'field.requested':
      return asks && known.life === 'queries open on both steps';
    case 'field.focused':
      return context.pendingFocusField !== null;
    case 'application.submitted':
      if (known.life === 'queries open on both steps' || known.life === 'a document asked about')
        return false;
      // The lender refuses the same answers again.
      if (context.loan?.lender_refused) return false;
      if (words === 'application.submitted with a question unanswered') return asks;
      return context.loan?.loan_details.emi_tenure_id != null;
    // The question is about the PAN: the plan is locked.
    case 'tenure.requested':
      return !asks;
    // The stepper leads to the verdict from query mode; elsewhere the status screen has it.
    case 'status.reopened':
      return asks;
    default:
      return true;
  }
}

/** A loan that was made in this walk is new; only a link leads to one that has been through more. */
function readingFits({ life, superseded }: BrowserHistory, isMade: boolean, variant: string): boolean {
  if (variant === 'unreachable') return true;
  if (superseded) return variant === 'approved';
  // The address of the tab names an institution for every loan, or for none.
  if (isMade && life !== null) return variant === (newLoans.has(life) ? life : 'a new loan');
  if (isMade) return newLoans.has(variant);
  if (life !== null) return variant === life;
  // A link can be to a loan that this device does not know, or cannot reach.
  return refusals.has(variant) || variant !== 'a new loan with a locked institution';
}

function savingFits({ life }: BrowserHistory, now: WizardSnapshot, variant: string): boolean {
  // A loan takes no changes until its push has an answer.
  if (life === 'a push under way') return !variant.endsWith('saved');
  const asks = isInQueryMode(now);
  if (variant === 'saved') return !asks;
  return variant === 'answers saved' ? asks : true;
}

const isCovered = (now: WizardSnapshot) =>
  leavesOf(now).some((leaf) => dialogs.some((dialog) => leaf.startsWith(dialog)));

const isEditing = (now: WizardSnapshot) =>
  now.matches({ flow: { students: 'editing' } }) || now.matches({ flow: { applicant: 'editing' } });

const hasNoStudents = ({ context }: WizardSnapshot) => (context.loan?.el_details.students.length ?? 0) === 0;

/** The wizard as people and the server can walk it. */
export const browserConstraints: GraphConstraints<BrowserHistory> = {
  extraState: browserHistory,
  canHappen: canBeCaused,
  stateKey: ({ snapshot, extraState: known }) => {
    const { context } = snapshot as WizardSnapshot;
    return [context.person !== null, context.loan?.loan_details.emi_tenure_id, context.planNotice, known];
  },
};
