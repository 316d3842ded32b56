/**
 * The assertions of each guard of the wizard, written by hand and exhaustive by type: what is perceived where it lets
 * something through, or where it refuses what a person could otherwise do there.
 */
import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { lockOf } from '../../../domain/loan/lock.ts';
import { hasVerdict } from '../../../domain/loan/status.ts';
import { type WizardSnapshot, wizardMachine } from '../../../machines/wizard.ts';
import type { GraphEvent, GraphNode } from '../graph.ts';
import { isAllowed } from '../stepper.ts';
import { type AnyTransition, guardName, transitionName, transitionsOf } from '../statechart.ts';
import type { GuardOf } from '../subject.ts';
import {
  alert,
  all,
  at,
  buttonNamed,
  dialog,
  heading,
  type Assertion,
  assertEqual,
  text,
  assertDatabase,
  absent,
} from './scene.ts';
import { messageText } from '../../e2e/support/message-text.ts';
import { refusalAlert } from './assertions.ts';
import { changedMeanwhile, halfAMinute, openedOnce } from './constraints.ts';
import { exceptOnStudents, unansweredPanIsNamed } from './query-assertions.ts';
import { until } from '../../support/until.ts';

export type Guard = GuardOf<typeof wizardMachine>;

type GuardPromise =
  | { holds: Assertion; refuses?: Assertion }
  | { holds?: Assertion; refuses: Assertion }
  /** The reason why it cannot be shown in a walk. */
  | { notCausable: string };

const notSaved = assertDatabase(
  'nothing was saved by this step',
  (truth, { before }) => truth.version === before?.version,
);
const steps = /^Steps of the application$/;

/** A step of the stepper is text there, and no button. */
const noWayTo =
  (step: RegExp): Assertion =>
  async ({ page }) => {
    const buttons = page.getByRole('navigation', { name: steps }).getByRole('button', { name: step });
    assertEqual(`Ways to ${step}`, await buttons.count(), 0);
  };

export const guardAssertions: Readonly<
  Record<Guard, { holds?: Assertion; refuses?: Assertion; notCausable?: string }>
> = {
  keyIsMissing: {
    holds: async ({ page }) =>
      assertEqual('Controls of a form', await page.locator('input, select, button').count(), 0),
  },
  addressHasLoanId: {
    holds: ({ page }) =>
      until(
        'the address names the loan',
        () => new URL(page.url()).pathname,
        (path) => /^\/loan\/[^/]+\/\w+$/.test(path),
      ),
  },
  hasEarlierLoan: { holds: alert(/^You already began an application/) },
  studentsCanBeShown: { holds: at(/^\/loan\/[^/]+\/student$/) },
  institutionIsKnown: {
    holds: assertDatabase('the loan names an institution', ({ institutionIsKnown }) => institutionIsKnown),
  },
  studentsAreSaved: {
    holds: assertDatabase('students are saved', ({ students }) => students.length > 0),
    refuses: noWayTo(/^Applicant/),
  },
  lenderHasDecided: {
    holds: assertDatabase('the lender has answered', ({ status }) => hasVerdict(status)),
    refuses: noWayTo(/^Status/),
  },
  onlyApplicantIsQueried: { holds: at(/^\/loan\/[^/]+\/applications$/) },
  applicantIsRequested: {
    holds: all(
      at(/^\/loan\/[^/]+\/applications$/),
      assertDatabase('students are saved', ({ students }) => students.length > 0),
    ),
  },
  successIsRequested: { holds: at(/^\/loan\/[^/]+\/success$/) },
  isLockedWithVerdict: { holds: heading('Your application') },
  verdictMayBeOutdated: { holds: buttonNamed('Ask the lender again') },
  pageIsVisible: { notCausable: halfAMinute },
  verdictIsNew: { holds: dialog('Loan Status') },
  verdictIsSeen: { notCausable: openedOnce },
  pushIsInProgress: {
    holds: all(
      text(messageText('status.waiting.leave')),
      assertDatabase('it is with the lender', ({ status }) => status === 'with_lender'),
    ),
  },
  hasUnsavedApplication: { holds: all(text('Saving your application…'), notSaved) },
  studentsAreUnchanged: { holds: all(at(/^\/loan\/[^/]+\/applications$/), notSaved) },
  queriesAreOpen: {
    holds: assertDatabase('a query waits for its answer', ({ queries }) => queries.includes('raised')),
  },
  queriesAreAnswered: {
    holds: assertDatabase('no query waits for its answer', ({ queries }) => !queries.includes('raised')),
  },
  nothingIsQueried: {
    holds: async ({ page }) =>
      assertEqual('What a reviewer asks', await page.getByText('The reviewer asks').count(), 0),
  },
  answersAreMissing: { holds: exceptOnStudents(unansweredPanIsNamed) },
  noAnswerIsMissing: { holds: all(text('Saving your application…'), notSaved) },
  isInQueryMode: { holds: all(at(/^\/loan\/[^/]+\/applications$/), notSaved) },
  fieldIsOnStep: {
    holds: ({ page, expected }) =>
      until(
        'the field that the question is about has the focus',
        () => page.evaluate(() => document.activeElement?.id ?? ''),
        (id) => id !== '' && id.endsWith(expected.context.pendingFocusField?.split('.').at(-1) ?? id),
      ),
  },
  allQueriesAreAnswered: { holds: all(text('Saving your application…'), notSaved) },
  answersAwaitPush: {
    holds: all(text(messageText('status.waiting.leave')), notSaved),
    // Submit saves first while the form is open, so the check is for a locked form only.
    refuses: async (scene) => {
      const { loan } = scene.expected.context;
      if (loan && lockOf(loan).mode === 'locked') await absent('button', 'Submit')(scene);
    },
  },
  formIsEditable: {
    holds: notSaved,
    refuses: async ({ page }) =>
      assertEqual('The plan can be chosen', await page.getByLabel('EMI tenure').isEnabled(), false),
  },
  allFieldsAreEditable: { refuses: absent('button', /^(Add|Delete) student/) },
  optionsAreLoaded: { holds: ({ page }) => page.getByLabel('EMI tenure').waitFor({ state: 'attached' }) },
  succeeded: { holds: absent('alertdialog', /./) },
  emailIsValid: { holds: text('Creating your application…') },
  emailIsInvalid: { holds: alert('Invalid Email') },
  notFound: {
    holds: async (scene) => {
      const { expected } = scene;
      if (expected.matches({ flow: { opening: 'notFound' } }))
        return buttonNamed('Send a one-time password')(scene);
      // It matters where an institution can be chosen.
      const { loan } = expected.context;
      if (loan && lockOf(loan).mode === 'open' && expected.matches({ flow: 'students' }))
        await text(
          messageText(
            loan.locked_institute_id === null ? 'student.institution.gone' : 'student.institution.missing',
          ),
        )(scene);
    },
  },
  isAlreadyWithLender: { holds: text('Opening your application') },
  loanIsOutdated: { notCausable: changedMeanwhile },
  refused: { holds: refusalAlert },
  gatewayTimedOut: { holds: alert("Whoops! Something went wrong. Just hit 'Submit' again.") },
  lenderTimedOut: { holds: alert("Whoops! Something went wrong. Just hit 'Submit' again.") },
  // The only way on after a lender's permanent refusal is another application.
  isRefusedByLender: { holds: buttonNamed('Start another') },
  exploringIsOffered: {
    // The application is offered there, and a form that holds its values is not.
    holds: buttonNamed('Start another'),
  },
} satisfies Record<Guard, GuardPromise>;

const guards = new Map<string, Guard>();
for (const transition of transitionsOf(wizardMachine)) {
  const name = nameOfGuard(transition);
  if (name in guardAssertions) guards.set(transitionName(transition), name as Guard);
}

/** A route's guard belongs to the state that it leads to. */
function nameOfGuard(transition: AnyTransition): string {
  const [target] = transition.target ?? [];
  const { route } = (target?.config ?? {}) as { route?: { guard?: unknown } };
  if (transition.eventType === 'xstate.route' && typeof route?.guard === 'string') return route.guard;
  return guardName(transition);
}

/** The guards that let the walk come here. */
export const passedGuards = ({ taken }: GraphNode): Guard[] => [
  ...new Set(taken.map((name) => guards.get(name)).filter((guard) => guard !== undefined)),
];

/** The actions that a person could take if they were not refused. */
const pressed: readonly Pick<GraphEvent, 'type' | 'payload'>[] = [
  { type: 'student.addRequested', payload: {} },
  { type: 'tenure.requested', payload: {} },
  { type: 'status.reopened', payload: {} },
  { type: 'submission.retried', payload: {} },
  { type: 'xstate.route', payload: { to: '#applicant' } },
];

/** The guards that refuse something here that a person could press. */
export function refusingGuards({ snapshot }: GraphNode): Guard[] {
  if (!isAtRest(snapshot as WizardSnapshot)) return [];
  const refusing = pressed
    .filter((event) => !isAllowed(wizardMachine, snapshot, event as GraphEvent))
    .flatMap(({ type, payload }) => candidates(snapshot, type, payload))
    .map((transition) => guards.get(transitionName(transition)))
    .filter((guard) => guard !== undefined);
  return [...new Set(refusing)].filter((guard) => guardAssertions[guard].refuses);
}

const isAtRest = (now: WizardSnapshot) =>
  now.matches({ flow: { students: 'editing' } }) || now.matches({ flow: { applicant: 'editing' } });

function candidates({ _nodes }: AnyMachineSnapshot, type: string, payload: object): AnyTransition[] {
  const to = 'to' in payload ? String(payload.to) : null;
  return (_nodes as AnyStateNode[])
    .flatMap((node) => node.transitions.get(type) ?? [])
    .filter(({ target }) => to === null || target?.some(({ id }) => `#${id}` === to));
}

/** Returns the names of the guard assertions that the walks must have shown. */
export const guardNames = (): string[] =>
  Object.entries(guardAssertions).flatMap(([name, { holds: held, refuses }]) => [
    ...(held ? [`guard ${name} lets through`] : []),
    ...(refuses ? [`guard ${name} refuses`] : []),
  ]);

/** Returns the guard assertions that a check of this place shows. */
export const guardsShownAt = (place: GraphNode): string[] => [
  ...passedGuards(place).map((name) => `guard ${name} lets through`),
  ...refusingGuards(place).map((name) => `guard ${name} refuses`),
];
