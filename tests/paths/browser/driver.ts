/** Walks a path on the real app: every step is done as a person does it, and what must be perceived is looked for. */
import { addressOf } from '../../../domain/pages/steps.ts';
import type { WizardSnapshot } from '../../../machines/wizard.ts';
import type { Screen } from '../../support/browser.ts';
import type { GraphNode, Step, Walk } from '../graph.ts';
import { interactions, type InteractionContext } from './interactions.ts';
import { holdRequests, lenderAnswersOf, releaseRequests, requestsOf } from './answers.ts';
import type { BrowserHistory } from './browser-history.ts';
import { viewsOf } from './aspects.ts';
import { guardAssertions, passedGuards, refusingGuards } from './guards.ts';
import { stateAssertions } from './assertions.ts';
import { until } from '../../support/until.ts';
import type { Scene } from './scene.ts';
import {
  fixtureFor,
  giveToken,
  loanInState,
  type Opened,
  type DatabaseState,
  readDatabaseState,
  type World,
} from './fixtures.ts';

/** The failure of a walk, with the number of its steps so far. */
export class WalkFailed extends Error {
  override name = 'WalkFailed';
  readonly after: number;
  readonly expected: string;
  constructor(after: number, expected: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.after = after;
    this.expected = expected;
  }
}

/**
 * @param ends what is looked at once more at the end
 * @throws WalkFailed where a step cannot be done, or what follows is not as promised
 */
export async function walkInBrowser(
  testApp: World,
  screen: Screen,
  walk: Walk,
  ends?: (scene: Scene) => Promise<void>,
): Promise<void> {
  const { page } = screen;
  const steps = walk.steps;
  const lender = lenderAnswersOf(steps);
  const fixture = fixtureFor(lender.says);
  const typed: InteractionContext['typed'] = { email: '', rollNumber: '', creations: 0 };
  let loan: Opened | null = null;
  let lastLoan: Opened | null = null;
  let created = 0;
  let createdUnder = '';
  let before: DatabaseState | null = null;
  let reached = 0;
  try {
    testApp.faults.disarmAll();
    holdRequests(testApp, walk.from);
    await open();
    await look(walk.from, steps.length === 0 ? ends : undefined);
    for (const [index, step] of steps.entries()) {
      reached = index + 1;
      await take(
        step,
        steps.slice(index + 1),
        (steps[index - 1]?.to ?? walk.from) as GraphNode<BrowserHistory>,
      );
      await look(step.to, reached === steps.length ? ends : undefined);
    }
    if (screen.errors.length > 0) throw new Error(`The page complained: ${screen.errors.join(' · ')}`);
  } catch (error) {
    const { snapshot } = steps[reached - 1]?.to ?? walk.from;
    throw new WalkFailed(reached, JSON.stringify(snapshot.value), error);
  } finally {
    testApp.faults.disarmAll();
  }

  async function open(): Promise<void> {
    const { hasKey, loanId, requestedPlace } = (walk.from.snapshot as WizardSnapshot).context;
    if (!hasKey) return void (await page.goto(`${testApp.url}/`));
    if (loanId === null) {
      const isLocked = says('readLoan answers: a new loan with a locked institution');
      return void (await page.goto(
        `${testApp.url}/?api_key=${testApp.key}${isLocked ? '&institute_id=204' : ''}`,
      ));
    }
    const isUnknown = says('readLoan answers: not found');
    loan = await loanInState(testApp, lifeOf(steps), fixture);
    if (!isUnknown) await giveToken(page, testApp, loan);
    await page.goto(`${testApp.url}${addressOf(requestedPlace, loan.loanId)}?api_key=${testApp.key}`);
  }

  function says(words: string): boolean {
    return steps.some(({ graphEvent }) => graphEvent.words === words);
  }

  async function take(step: Step, rest: readonly Step[], from: GraphNode<BrowserHistory>): Promise<void> {
    const { words, answers, waits } = step.graphEvent;
    before = await truth();
    if (answers) return releaseRequests(testApp, step, loan, lender);
    // The page's own clock runs; the next words come by themselves.
    if (waits !== undefined) return;
    const act = interactions[words];
    if (!act) throw new Error(`There is no interaction for '${words}' (browser/interactions.ts)`);
    // Earlier requests stay held; the ones that this act sends are held too.
    const asked = new Set(requestsOf(from));
    const isNew = requestsOf(step.to).some((id) => !asked.has(id));
    if (isNew) {
      testApp.faults.disarmAll();
      // Earlier requests stay held until the act has left them behind.
      holdRequests(testApp, from);
      holdRequests(testApp, step.to);
    }
    await act({ page, testApp, fixture, from, rest, typed });
  }

  async function look(place: GraphNode, ends?: (scene: Scene) => Promise<void>): Promise<void> {
    const expected = place.snapshot as WizardSnapshot;
    await settle(place as GraphNode<BrowserHistory>);
    const scene: Scene = {
      page,
      testApp,
      fixture,
      expected,
      email: typed.email,
      isCreated: createdUnder !== '' && createdUnder === typed.email,
      rollNumber: typed.rollNumber,
      truth: null,
      before,
    };
    for (const view of viewsOf(expected)) {
      const assertion = stateAssertions[view];
      if (!assertion) throw new Error(`There is no assertion for ${view} (browser/assertions.ts)`);
      await perceived(scene, assertion);
    }
    for (const guard of passedGuards(place)) await perceived(scene, guardAssertions[guard].holds);
    for (const guard of refusingGuards(place)) await perceived(scene, guardAssertions[guard].refuses);
    await perceived(scene, ends);
  }

  /** The database is read when the page has come to where it is going, so each look waits for the page first. */
  async function perceived(
    scene: Scene,
    assertion: ((scene: Scene) => Promise<void>) | undefined,
  ): Promise<void> {
    if (!assertion) return;
    scene.truth = await truth();
    try {
      await assertion(scene);
    } catch (error) {
      // The page may have been ahead of the database at first; the second check must hold.
      scene.truth = await truth();
      await assertion(scene).catch(() => {
        throw error;
      });
    }
  }

  /** Determines the page's loan, once it has one. */
  async function settle({ snapshot, extraState }: GraphNode<BrowserHistory>): Promise<void> {
    const { context } = snapshot as WizardSnapshot;
    lastLoan = loan ?? lastLoan;
    // An application that the walk has left may be continued.
    loan = context.loanId === null ? null : lastLoan;
    if (extraState.loan > created && walk.from.snapshot.context.loanId === null) {
      created = extraState.loan;
      createdUnder = typed.email;
      await until(
        'the new loan is in the database',
        () => testApp.loansOf(typed.email),
        ([row]) => {
          if (row) loan = { loanId: row.id, token: '' };
          return row !== undefined;
        },
      );
    }
  }

  async function truth(): Promise<DatabaseState | null> {
    return loan && readDatabaseState(testApp, loan.loanId);
  }
}

/** Returns the first answer to reading the loan of the link, if it has one. */
function lifeOf(steps: readonly Step[]): string {
  // A read after the walk has left for a new application is of another loan.
  const left = steps.findIndex(({ graphEvent: { words } }) => words === 'explore.requested');
  const read = steps
    .slice(0, left === -1 ? undefined : left)
    .map(({ graphEvent: { answers } }) => (answers?.src === 'readLoan' ? answers.variant : undefined))
    .find((variant) => variant !== undefined && variant !== 'not found' && variant !== 'unreachable');
  return read ?? 'students saved';
}
