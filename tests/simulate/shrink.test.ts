import { expect, it } from 'vitest';
import type { Fault } from './faults.ts';
import { type Part, type Run, shrink } from './shrink.ts';

const all: readonly Fault[] = ['server.crash', 'call.late', 'event.twice'];

/** Breaks a law from step 37 on where an event comes twice, and another one from step 5 on where it does not. */
const runs: Part[] = [];
async function run({ only = all, mostSteps = 150 }: Part): Promise<Run> {
  runs.push({ only, mostSteps });
  const law = only.includes('event.twice') ? 'nothing is collected twice' : 'consent comes first';
  const isBroken = mostSteps >= (only.includes('event.twice') ? 37 : 5);
  return {
    breaks: isBroken ? [{ law }] : [],
    faults: only.filter((fault) => fault !== 'server.crash'),
    actedSteps: Math.min(mostSteps, 150),
  };
}

it('keeps the fault and the steps without which the same law holds', async () => {
  const { run: least, part } = await shrink(await run({}), {}, run);
  expect(part).toEqual({ only: ['event.twice'], mostSteps: 37 });
  expect(least.breaks).toEqual([{ law: 'nothing is collected twice' }]);
  expect(runs.length).toBeLessThan(15);
});

it('keeps a break that needs nothing at all', async () => {
  const always = async ({ mostSteps = 150 }: Part): Promise<Run> => ({
    breaks: [{ law: 'a stage is one that the machine has' }],
    faults: [],
    actedSteps: mostSteps,
  });
  expect((await shrink(await always({}), {}, always)).part).toEqual({ mostSteps: 0 });
});

it('leaves a run alone that breaks nothing', async () => {
  const whole: Run = { breaks: [], faults: all, actedSteps: 150 };
  expect(await shrink(whole, {}, run)).toEqual({ run: whole, part: {} });
});
