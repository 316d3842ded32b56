import { expect, it } from 'vitest';
import { sampleFee, samplePlan } from './sample-plan.ts';

it('says of the sample plan what comes of its terms, and all of it', () => {
  const { instalments, now, total, apr } = samplePlan();
  expect(sampleFee).toBe(45_000);
  expect(instalments).toMatchObject({ count: 6, amount: 7707 });
  expect(now.total + 5 * instalments.amount + instalments.last).toBe(total);
  expect(Number(apr)).toBeGreaterThan(0);
});
