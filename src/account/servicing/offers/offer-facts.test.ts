import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { offerCost } from '../../../../domain/servicing/offer-cost.ts';
import english from '../../../../locales/en/app.json' with { type: 'json' };
import { agreedPlan, offerOf } from '../../../../tests/e2e/support/servicing.ts';
import { formatPaise } from '../../../ui/money.tsx';
import {
  changedFacts,
  differenceText,
  factsOf,
  factText,
  repaymentSentence,
  bestIn,
  orderOffers,
  paymentsOf,
} from './offer-facts.ts';

const intl = createIntl({ locale: 'en-IN', timeZone: 'Asia/Kolkata', messages: english });
const feePaise = 6_000_000;
const plan = agreedPlan();
const context = { intl, feePaise, plan, format: formatPaise };

describe('offers', () => {
  const offers = [offerOf(15), offerOf(12), offerOf(11)];
  const [fifteen = offerOf(15), twelve = offerOf(12), eleven = offerOf(11)] = offers;
  const lenders = (order: Parameters<typeof orderOffers>[1]) =>
    orderOffers(offers, order, feePaise).map(({ lender_id: id }) => id);
  const fact = (id: string, offer = fifteen) =>
    factsOf(context)
      .filter((one) => one.id === id)
      .map((one) => factText(one, offer, context));

  it('are sorted by the name of the lender until the parent chooses another order', () => {
    expect(lenders('name')).toEqual([11, 12, 15]);
    const rates = orderOffers(offers, 'apr', feePaise).map(({ apr }) => Number(apr));
    expect(rates).toEqual(rates.toSorted((a, b) => a - b));
  });

  it('with equal values stay sorted by name', () => {
    const same = [offerOf(15), offerOf(15, { lender_name: 'A' }), offerOf(15, { lender_name: 'B' })];
    expect(orderOffers(same, 'instalment', feePaise).map(({ lender_name: name }) => name)).toEqual([
      'A',
      'B',
      'Sandbox lender 15',
    ]);
  });

  it('include the uncovered part of the fee in their cost', () => {
    // A fee of 1 % with GST (708 rupees) is deducted; the instalments of 6,420.18 are 64,201.83 in all.
    expect(eleven.total_paid_paise).toBe(6_420_183);
    expect(fact('disbursed', eleven)).toEqual(['₹59,292.00']);
    expect(fact('left', eleven)).toEqual(['₹708.00']);
    expect(fact('total', eleven)).toEqual(['₹64,909.83']);
    expect(fact('left', fifteen)).toEqual(['₹0.00']);
    // Lender 11 would come before 15 if only payments to the lender counted.
    expect(eleven.total_paid_paise).toBeLessThan(fifteen.total_paid_paise);
    expect(lenders('total')).toEqual([12, 15, 11]);
  });

  it('show the difference from the agreed plan as an amount', () => {
    // 60,000 with 2,520 of interest and 809 of charges; the offers with 3,000 and 1,416, with 2,500 and 1,416.
    expect(plan.total).toBe(63_329);
    expect(fact('difference', fifteen)).toEqual(['₹1,087.00 more']);
    expect(fact('difference', twelve)).toEqual(['₹587.00 more']);
    const less = offerOf(12, { total_paid_paise: 6_000_000 });
    expect(differenceText(less, plan, context)).toBe('₹3,329.00 less');
    expect(factsOf({ ...context, plan: null }).map(({ id }) => id)).not.toContain('difference');
  });

  it('state the late charge and when it applies', () => {
    expect(fact('late', fifteen)).toEqual(['₹500.00 for each instalment that is late by more than 3 days']);
    expect(fact('late', eleven)).toEqual(['2.00% of what is unpaid for each instalment that is late']);
    expect(fact('late', twelve)).toEqual(['None']);
    const terms = {
      ...fifteen.terms,
      contingent_charges: [
        { kind: 'late_payment' as const, text: 'Nothing' },
        { kind: 'other_penal' as const, text: 'Returned debit', amount: { paise: 25_000 } },
      ],
    };
    const [late] = factsOf(context).filter(({ id }) => id === 'late');
    expect(late?.lines({ ...fifteen, terms }, context)).toEqual([
      { text: '₹250.00' },
      { text: 'Returned debit', isOfLender: true },
    ]);
  });

  it('state instalments that add up to the total payment', () => {
    expect(repaymentSentence(fifteen, context)).toBe(
      '9 instalments, the first on 5 Feb 2027, and ₹7,716.00 before the loan begins (1 more instalment included)',
    );
    expect(repaymentSentence(eleven, context)).toMatch(
      /^10 instalments, the first on 5 Feb 2027, the last one ₹6,420\.\d\d$/,
    );
    for (const offer of offers) {
      const { upFront, later } = paymentsOf(offer);
      expect(upFront + later.reduce((sum, amount) => sum + amount, 0)).toBe(offer.total_paid_paise);
      expect(later.slice(0, -1).every((amount) => amount === offer.instalment_paise)).toBe(true);
    }
  });

  it('are marked best by value: all that share it, and none where all are equal', () => {
    expect(offers.map((offer) => bestIn(offer, offers, feePaise))).toEqual([
      [],
      ['total', 'apr', 'instalment'],
      ['advance'],
    ]);
    const twins = [offerOf(15), offerOf(15, { offer_id: 'twin' })];
    expect(twins.map((offer) => bestIn(offer, twins, feePaise))).toEqual([[], []]);
    const shared = [...twins, eleven];
    expect(shared.map((offer) => bestIn(offer, shared, feePaise).includes('total'))).toEqual([
      true,
      true,
      false,
    ]);
    expect(bestIn(fifteen, [twelve, eleven], feePaise)).toEqual([]);
    expect(bestIn(fifteen, [fifteen], feePaise)).toEqual([]);
    // Something is paid first in each of these.
    expect(bestIn(twelve, [twelve, fifteen], feePaise)).not.toContain('advance');
  });

  it('show the same facts for each lender', () => {
    for (const one of factsOf(context))
      for (const offer of offers) expect(factText(one, offer, context), one.id).not.toBe('');
  });

  it('that a lender revises list only the changed facts', () => {
    expect(changedFacts(fifteen, { ...fifteen, revision: 2 }, context)).toEqual([]);
    const now = { ...fifteen, total_interest_paise: 310_000, total_paid_paise: 6_451_600 };
    expect(offerCost(now, feePaise).total).toBe(6_451_600);
    expect(changedFacts(fifteen, now, context).map(({ id }) => id)).toEqual(['advance', 'total']);
  });
});
