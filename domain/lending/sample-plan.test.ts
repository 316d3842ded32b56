import { expect, it } from 'vitest';
import { sampleFee, samplePlan } from './sample-plan.ts';

it('the amounts of the sample plan follow from its terms and add up', () => {
  const { instalments, now, total, apr } = samplePlan();
  expect(sampleFee).toBe(45_000);
  expect(instalments).toMatchObject({ count: 6, amount: 7707 });
  expect(now.total + 5 * instalments.amount + instalments.last).toBe(total);
  expect(Number(apr)).toBeGreaterThan(0);
});
