/** Walks a path on the real app: every step is done as a person does it, and what must be perceived is looked for. */
import { addressOf } from '../../../domain/steps.ts';
import type { WizardSnapshot } from '../../../machines/wizard.ts';
import type { Screen } from '../../support/browser.ts';
import type { Place, Step, Walk } from '../graph.ts';
import { acts, type Doing } from './acts.ts';
import { holdBack, lendersPart, letGo, requestsOf } from './answers.ts';
import type { Aside } from './aside.ts';
import { viewsOf } from './aspects.ts';
import { guardPromises, guardsHeld, guardsRefusing } from './guards.ts';
import { promises } from './promises.ts';
import { until } from '../../support/until.ts';
import type { Scene } from './scene.ts';
import {
  familyFor,
  giveToken,
  loanThatLived,
  type Opened,
  type Truth,
  truthOf,
  type World,
} from './world.ts';

/** Where a walk failed: after so many of its steps. */
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
  world: World,
  screen: Screen,
  walk: Walk,
  ends?: (scene: Scene) => Promise<void>,
): Promise<void> {
  const { page } = screen;
  const steps = walk.steps;
  const lender = lendersPart(steps);
  const family = familyFor(lender.says);
  const typed: Doing['typed'] = { email: '', rollNumber: '', creations: 0 };
  let loan: Opened | null = null;
  let created = 0;
  let createdUnder = '';
  let before: Truth | null = null;
  let reached = 0;
  try {
    world.faults.disarmAll();
    holdBack(world, walk.from);
    await open();
    await look(walk.from, steps.length === 0 ? ends : undefined);
    for (const [index, step] of steps.entries()) {
      reached = index + 1;
      await take(step, steps.slice(index + 1), (steps[index - 1]?.to ?? walk.from) as Place<Aside>);
      await look(step.to, reached === steps.length ? ends : undefined);
    }
    if (screen.errors.length > 0) throw new Error(`The page complained: ${screen.errors.join(' · ')}`);
  } catch (error) {
    const { snapshot } = steps[reached - 1]?.to ?? walk.from;
    throw new WalkFailed(reached, JSON.stringify(snapshot.value), error);
  } finally {
    world.faults.disarmAll();
  }

  async function open(): Promise<void> {
    const { hasKey, loanId, requested } = (walk.from.snapshot as WizardSnapshot).context;
    if (!hasKey) return void (await page.goto(`${world.url}/`));
    if (loanId === null) {
      const isLocked = says('readLoan answers: a new loan with a locked institution');
      return void (await page.goto(
        `${world.url}/?api_key=${world.key}${isLocked ? '&institute_id=204' : ''}`,
      ));
    }
    const isUnknown = says('readLoan answers: not found');
    loan = await loanThatLived(world, lifeOf(steps), family);
    if (!isUnknown) await giveToken(page, world, loan);
    await page.goto(`${world.url}${addressOf(requested, loan.loanId)}?api_key=${world.key}`);
  }

  function says(words: string): boolean {
    return steps.some(({ happening }) => happening.words === words);
  }

  async function take(step: Step, rest: readonly Step[], from: Place<Aside>): Promise<void> {
    const { words, answers, waits } = step.happening;
    before = await truth();
    if (answers) return letGo(world, step, loan, lender);
    // The page's own clock runs; the next words come by themselves.
    if (waits !== undefined) return;
    const act = acts[words];
    if (!act) throw new Error(`Nobody knows how a person does '${words}' (browser/acts.ts)`);
    // What is asked already waits on; what this act asks for waits too.
    const asked = new Set(requestsOf(from));
    const isNew = requestsOf(step.to).some((id) => !asked.has(id));
    if (isNew) {
      world.faults.disarmAll();
      // What has been asked before goes on waiting, until the act has left it behind.
      holdBack(world, from);
      holdBack(world, step.to);
    }
    await act({ page, world, family, from, rest, typed });
  }

  async function look(place: Place, ends?: (scene: Scene) => Promise<void>): Promise<void> {
    const expected = place.snapshot as WizardSnapshot;
    await settle(place as Place<Aside>);
    const scene: Scene = {
      page,
      world,
      family,
      expected,
      email: typed.email,
      isCreated: createdUnder !== '' && createdUnder === typed.email,
      rollNumber: typed.rollNumber,
      truth: null,
      before,
    };
    for (const view of viewsOf(expected)) {
      const promise = promises[view];
      if (!promise) throw new Error(`Nobody has written what ${view} promises (browser/promises.ts)`);
      await perceived(scene, promise);
    }
    for (const guard of guardsHeld(place)) await perceived(scene, guardPromises[guard].holds);
    for (const guard of guardsRefusing(place)) await perceived(scene, guardPromises[guard].refuses);
    await perceived(scene, ends);
  }

  /** The database is read when the page has come to where it is going, so each look waits for the page first. */
  async function perceived(
    scene: Scene,
    promise: ((scene: Scene) => Promise<void>) | undefined,
  ): Promise<void> {
    if (!promise) return;
    scene.truth = await truth();
    try {
      await promise(scene);
    } catch (error) {
      // What the page showed first may have been ahead of the database; the second look must hold.
      scene.truth = await truth();
      await promise(scene).catch(() => {
        throw error;
      });
    }
  }

  /** Which loan the page is about, once it is about one. */
  async function settle({ snapshot, aside }: Place<Aside>): Promise<void> {
    const { context } = snapshot as WizardSnapshot;
    if (context.loanId === null) loan = null;
    if (aside.loan > created && walk.from.snapshot.context.loanId === null) {
      created = aside.loan;
      createdUnder = typed.email;
      await until(
        'the new loan lies in the database',
        () => world.loansOf(typed.email),
        ([row]) => {
          if (row) loan = { loanId: row.id, token: '' };
          return row !== undefined;
        },
      );
    }
  }

  async function truth(): Promise<Truth | null> {
    return loan && truthOf(world, loan.loanId);
  }
}

/** What reading the loan answers first, of what it can. */
function lifeOf(steps: readonly Step[]): string {
  const read = steps
    .map(({ happening: { answers } }) => (answers?.src === 'readLoan' ? answers.variant : undefined))
    .find((variant) => variant !== undefined && variant !== 'not found' && variant !== 'unreachable');
  return read ?? 'students saved';
}
