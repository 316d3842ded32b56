import { describe, expect, it } from 'vitest';
import type { DocumentText } from './document-text.ts';
import { keyFactsSections } from './key-facts.ts';
import { fullKeyFactsFixture, keyFactsFixture } from './testing-key-facts.ts';
import { keyFactsSummary } from './key-facts-summary.ts';

describe.each([
  ['of one lender at a fixed rate', keyFactsFixture()],
  ['of two lenders at a floating rate', fullKeyFactsFixture()],
])('the summary of the statement %s', (_, input) => {
  it('answers six questions with unchanged rows of the statement', () => {
    const summary = keyFactsSummary(input);
    expect(summary.map(({ topic }) => topic)).toEqual(['get', 'pay', 'rate', 'late', 'change', 'complain']);
    const rows = keyFactsSections(input)
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.kind === 'rows' ? block.rows : []));
    for (const { topic, rows: shown } of summary)
      if (topic !== 'late') for (const row of shown) expect(rows).toContainEqual(row);
  });

  it('states the late charge without the English text of the lender', () => {
    const [late] = keyFactsSummary(input).filter(({ topic }) => topic === 'late');
    const lines = late?.rows.flatMap((row): DocumentText[] => row.lines) ?? [];
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => 'isEnglish' in line)).toEqual([]);
  });
});

it('shows the text of the lender where it alone describes the late charge', () => {
  const { terms, ...input } = keyFactsFixture();
  const charges = [{ kind: 'late_payment', text: 'As the law allows' }] as const;
  const summary = keyFactsSummary({ ...input, terms: { ...terms, contingentCharges: charges } });
  const [late] = summary.filter(({ topic }) => topic === 'late');
  expect(late?.rows[0]?.lines).toContainEqual({ text: 'As the law allows', isEnglish: true });
});

it('the summary contains the amounts of the loan', () => {
  // 47,000 at 21 % for 24 months: 2,415.13 a month, the last 2,415.02; 2.5 % and GST (1,386.50) are deducted.
  const amounts = keyFactsSummary(keyFactsFixture())
    .flatMap(({ rows }) => rows)
    .flatMap(({ lines }): DocumentText[] => lines);
  for (const paise of [4_700_000, 4_561_350, 241_513, 5_796_301]) expect(amounts).toContainEqual({ paise });
  expect(amounts).toContainEqual({ percent: '24.15' });
});

it('the summary contains the up-front amount, and an amount shared by two rows once', () => {
  const { terms, ...input } = keyFactsFixture();
  const amountsOf = (topic: string, charges: typeof terms.charges) =>
    keyFactsSummary({ ...input, terms: { ...terms, charges } })
      .filter((one) => one.topic === topic)
      .flatMap(({ rows }) => rows)
      .flatMap(({ lines }) => lines.flatMap((line) => ('paise' in line ? [line.paise] : [])));
  const upFront = terms.charges.map((charge) => ({ ...charge, collected: 'up_front' as const }));
  expect(amountsOf('get', upFront)).toEqual([4_700_000]);
  expect(amountsOf('pay', upFront).slice(0, 2)).toEqual([241_513, 138_650]);
  expect(amountsOf('get', terms.charges)).toEqual([4_700_000, 4_561_350]);
  expect(amountsOf('pay', terms.charges)[0]).toBe(241_513);
});
