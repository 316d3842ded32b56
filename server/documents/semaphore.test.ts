import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

it('runs a limited number of tasks in the order of the calls, and continues after a failure', async () => {
  const semaphore = createSemaphore(2);
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const all = [0, 1, 2, 3].map((one) =>
    semaphore.run(async () => {
      begun.push(one);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (one === 0) throw new Error('fails');
      return one;
    }),
  );
  const settled = Promise.allSettled(all);
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends[1]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect((await settled).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
