/** Draws what lender and borrower agree on. */
import { termsProblems } from '../../domain/servicing/terms-problems.ts';
import type { Random } from '../fuzz/random.ts';
import { termsOf } from './product.ts';
import type { Agreed, AgreedCharge, Size } from './rules/agreed.ts';
import { dayOf } from './rules/calendar.ts';

const firstDay = dayOf('2026-01-01');

/** Percent text with up to three decimals. */
export const percentText = ({ whole, pick }: Random, most: number): string => {
  const decimals = pick([0, 1, 2, 3]);
  const steps = 10 ** decimals;
  return (whole(most * steps + 1) / steps).toFixed(decimals);
};

const size = (random: Random, mostPercent: number, mostPaise: number): Size =>
  random.percent(60)
    ? { percent: percentText(random, mostPercent) }
    : { paise: BigInt(random.whole(mostPaise)) };

const charge = (random: Random): AgreedCharge => ({
  size: size(random, 5, 30_000),
  gst: random.pick(['0', '18', '18', '12.5', '0.125']),
  taken: random.pick(['deducted', 'up_front', 'with_instalments']),
  isProcessingFee: random.percent(60),
});

export function drawAgreed(random: Random, isShort: boolean): Agreed {
  const { whole, pick, percent } = random;
  for (;;) {
    const months = isShort || percent(85) ? 1 + whole(12) : 13 + whole(48);
    const agreed: Agreed = {
      sum: percent(60) ? BigInt(5_000 + whole(400_000)) * 100n : BigInt(500_000 + whole(40_000_000)),
      months,
      advance: percent(70) ? 0 : whole(Math.min(5, months)),
      rate: percentText(random, pick([12, 36, 60])),
      kind: pick(['reducing', 'reducing', 'flat_yearly', 'flat_total']),
      inRupees: percent(40),
      plannedOn: firstDay + whole(1500),
      brokenDays: percent(60) ? 0 : whole(93),
      charges: Array.from({ length: whole(4) }, () => charge(random)),
      late: percent(80) ? { size: size(random, 10, 60_000), graceDays: whole(11) } : null,
      coolingOffDays: 1 + whole(30),
      keepsFee: percent(50),
    };
    if (termsProblems(termsOf(agreed)).length === 0) return agreed;
  }
}
