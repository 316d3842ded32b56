/** A server's call to a company outside, with the network's faults. */
import type { World } from '../world.ts';

export type OutgoingCall<Answer> = {
  /** The name of the call, such as `lender 15 push`. */
  name: string;
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  /** Does the company's part, at once and as a whole. */
  act: () => Answer;
  noAnswer: Answer;
  /** Answers for a company that was never reached. */
  unreached: Answer;
};

export async function callOutside<Answer>(
  world: World,
  { name, signal, timeoutMs, act, noAnswer, unreached }: OutgoingCall<Answer>,
): Promise<Answer> {
  const { scheduler, faults, random, trace } = world;
  const { actor } = scheduler;
  await scheduler.gate(`asks ${name}`);
  world.did(`asks ${name.replace(/\d+ /, '')}`);
  const acted = () => {
    const answer = scheduler.as(scheduler.outside, act);
    trace.note(scheduler.now, `${name}: ${JSON.stringify(answer).slice(0, 160)}`);
    return answer;
  };
  const timesOut = async () => {
    await waitUnlessAborted(world, timeoutMs, signal);
    return noAnswer;
  };
  if (faults.happens('call.unreached')) return unreached;
  scheduler.underWay.add(actor);
  try {
    if (faults.happens('call.lost')) return await timesOut();
    if (faults.happens('call.late')) {
      world.later(timeoutMs / 2 + random.whole(4 * timeoutMs), `${name} late`, () => void acted());
      return await timesOut();
    }
    const answer = acted();
    if (faults.happens('call.answerLost')) return await timesOut();
    const isInTime = faults.happens('call.slow')
      ? await waitUnlessAborted(world, random.whole(timeoutMs), signal)
      : !signal?.aborted;
    return isInTime ? answer : noAnswer;
  } finally {
    scheduler.underWay.remove(actor);
  }
}

/** @returns false where the signal was aborted before the end */
function waitUnlessAborted(world: World, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  const { scheduler } = world;
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    signal?.addEventListener('abort', () => resolve(false), { once: true });
    void scheduler.sleep(ms, 'waits for an answer').then(() => resolve(true));
  });
}
