import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import english from '../../../../locales/en/app.json' with { type: 'json' };
import { offerOf } from '../../../../tests/e2e/support/servicing.ts';
import { changedFacts, offerFacts, orderOffers, paymentsOf } from './offer-facts.ts';

const intl = createIntl({ locale: 'en-IN', timeZone: 'Asia/Kolkata', messages: english });

describe('offers', () => {
  const offers = [offerOf(15), offerOf(12), offerOf(11)];
  const lenders = (order: Parameters<typeof orderOffers>[1]) =>
    orderOffers(offers, order).map(({ lender_id: id }) => id);

  it('are in the order of the lenders’ names until the parent chooses another one', () => {
    expect(lenders('name')).toEqual([11, 12, 15]);
    const rates = orderOffers(offers, 'apr').map(({ apr }) => Number(apr));
    expect(rates).toEqual(rates.toSorted((a, b) => a - b));
    const totals = orderOffers(offers, 'total').map(({ total_paid_paise: total }) => total);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  });

  it('that are alike in what they are ordered by stay in the order of the names', () => {
    const same = [offerOf(15), offerOf(15, { lender_name: 'A' }), offerOf(15, { lender_name: 'B' })];
    expect(orderOffers(same, 'instalment').map(({ lender_name: name }) => name)).toEqual([
      'A',
      'B',
      'Sandbox lender 15',
    ]);
  });

  it('say the same facts for each lender, in its own words only where something is charged', () => {
    for (const { id, text } of offerFacts)
      for (const offer of offers) expect(text(offer, intl), `${id} of ${offer.lender_name}`).not.toBe('');
    const ofLender = offers.map((offer) => offerFacts.filter(({ isOfLender }) => isOfLender?.(offer)));
    expect(ofLender.map((facts) => facts.map(({ id }) => id))).toEqual([['late'], [], ['late']]);
  });

  it('are paid in full by what is paid before the disbursal and by the instalments', () => {
    // One instalment of ₹6,300 in advance, and a fee of 2 % with GST.
    expect(paymentsOf(offerOf(15))).toEqual({ upFront: 771_600, later: Array(9).fill(630_000) });
    for (const offer of offers) {
      const { upFront, later } = paymentsOf(offer);
      expect(upFront + later.reduce((sum, amount) => sum + amount, 0)).toBe(offer.total_paid_paise);
    }
  });

  it('that a lender changes differ in what is named, and in nothing else', () => {
    const before = offerOf(15);
    expect(changedFacts(before, { ...before, revision: 2 }, intl)).toEqual([]);
    const now = { ...before, total_interest_paise: 310_000, total_paid_paise: 6_451_600 };
    expect(changedFacts(before, now, intl).map(({ id }) => id)).toEqual(['interest', 'advance', 'total']);
  });
});
