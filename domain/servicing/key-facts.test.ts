import { describe, expect, it } from 'vitest';
import { agreementClausesOf } from './agreement.ts';
import { agreementClauseIds, clauseNumber } from './agreement-clauses.ts';
import { aprValue, type DocumentText } from './document-text.ts';
import { figuresOf } from './figures.ts';
import { type KeyFactsInput, keyFactsSections } from './key-facts.ts';
import { fullKeyFactsFixture, grievanceRulesFixture, keyFactsFixture } from './testing-key-facts.ts';
import { scheduleOf } from './schedule.ts';
import { someLoanTerms } from './testing.ts';

type SectionName = 'part1' | 'part2' | 'annexB' | 'annexC';

const section = (input: KeyFactsInput, name: SectionName) => {
  const found = keyFactsSections(input).find((one) => one.name === name);
  if (!found) throw new Error(`No section ${name}`);
  return found;
};

/** The numbers of all rows and tables of a section, in their order. */
const numbers = (input: KeyFactsInput, name: SectionName): string[] =>
  section(input, name).blocks.flatMap((block) => {
    if (block.kind === 'rows') return block.rows.map(({ number }) => number);
    return block.kind === 'table' && block.caption ? [block.caption.number] : [];
  });

const lines = (input: KeyFactsInput, name: SectionName, number: string): DocumentText[] =>
  section(input, name)
    .blocks.flatMap((block) => (block.kind === 'rows' ? block.rows : []))
    .find((row) => row.number === number)?.lines ?? [];

const table = (input: KeyFactsInput, name: SectionName) => {
  const found = section(input, name).blocks.find((block) => block.kind === 'table');
  if (found?.kind !== 'table') throw new Error(`No table in ${name}`);
  return found;
};

describe.each([
  ['of one lender at a fixed rate', keyFactsFixture()],
  ['of two lenders at a floating rate', fullKeyFactsFixture()],
])('the statement %s', (_, input) => {
  it('has each item of Annex A of the rule', () => {
    const first = ['1a', '1b', '2', '3', '4', '5a', '5b', '5c', '5d', '6a', '6b', '7', '8', '9'];
    expect(numbers(input, 'part1')).toEqual([...first, '10a', '10b', '10c', '10d', '10e']);
    expect(numbers(input, 'part2')).toEqual(['1', '2', '3a', '3b', '4', '5', '6a', '6b']);
  });

  it('has each item of Annex B', () => {
    const whole = numbers(input, 'annexB').map((number) => Number.parseInt(number));
    expect([...new Set(whole)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('says something under each item', () => {
    const empty = keyFactsSections(input).flatMap(({ name, blocks }) =>
      blocks
        .flatMap((block) => (block.kind === 'rows' ? block.rows : []))
        .filter((row) => row.lines.length === 0)
        .map(({ number }) => `${name} ${number}`),
    );
    expect(empty).toEqual([]);
  });

  it('has the APR and the schedule that are calculated from the terms', () => {
    const { apr } = figuresOf(input.terms);
    expect(lines(input, 'part1', '9')[0]).toEqual(aprValue(apr));
    expect(lines(input, 'annexB', '9')).toEqual([aprValue(apr)]);
    const schedule = scheduleOf(input.terms);
    const { rows, total } = table(input, 'annexC');
    expect(rows.map(([number]) => number)).toEqual(schedule.map((one) => [{ count: one.number }]));
    expect(rows.map(([, dueOn]) => dueOn)).toEqual(schedule.map((one) => [{ date: one.dueOn }]));
    expect(rows.map((row) => row[5])).toEqual(schedule.map((one) => [{ paise: one.instalment }]));
    expect(total?.[3]).toEqual([{ paise: input.terms.sanctionedAmount }]);
  });

  it('says of each charge to whom it is paid, and of each other kind that there is none', () => {
    const { rows } = table(input, 'part1');
    const charged = figuresOf(input.terms).charges;
    const amounts = rows.map(([, lender, others]) => [lender?.[0], others?.[0]]);
    const nil = { id: 'keyFacts.nil' };
    const expected = charged.map(({ charge, total }) =>
      charge.payee === 'lender' ? [{ paise: total }, nil] : [nil, { paise: total }],
    );
    expect(amounts.slice(0, charged.length)).toEqual(expected);
    expect(amounts.slice(charged.length)).toEqual(
      Array.from({ length: 4 - charged.length }, () => [nil, nil]),
    );
  });
});

it('says how many instalments are paid in advance, and which differ from the others', () => {
  const input = fullKeyFactsFixture();
  expect(lines(input, 'part1', '5b')).toEqual([
    { id: 'keyFacts.instalment.advance', values: { count: { count: 24 }, advance: { count: 2 } } },
  ]);
  const schedule = scheduleOf(input.terms);
  expect(lines(input, 'part1', '5c')).toEqual([
    { paise: figuresOf(input.terms).instalment },
    { id: 'keyFacts.instalment.first', values: { amount: { paise: schedule[2]?.instalment } } },
    { id: 'keyFacts.instalment.last', values: { amount: { paise: schedule[23]?.instalment } } },
  ]);
});

it('shows what a rise of a quarter of a percentage point does to a floating rate', () => {
  const { terms } = fullKeyFactsFixture();
  const raised = figuresOf({ ...terms, interest: { ...terms.interest, rate: '21.25' } }).instalment;
  expect(lines(fullKeyFactsFixture(), 'part1', '7')).toContainEqual({
    id: 'keyFacts.floating.effectAmount',
    values: { amount: { paise: raised } },
  });
  expect(raised).toBeGreaterThan(figuresOf(terms).instalment);
  expect(lines(keyFactsFixture(), 'part1', '7')).toEqual([{ id: 'keyFacts.floating.none' }]);
});

it('says nil for a contingent charge without an amount, with the lender’s words', () => {
  const terms = someLoanTerms({ contingentCharges: [{ kind: 'foreclosure', text: 'At any time' }] });
  expect(lines(keyFactsFixture({ terms }), 'part1', '10c')).toEqual([
    { id: 'keyFacts.nil' },
    { text: 'At any time', isEnglish: true },
  ]);
  expect(lines(keyFactsFixture({ terms }), 'part1', '10a')).toEqual([{ id: 'keyFacts.nil' }]);
});

it('gives the rest of the amount to the originating lender', () => {
  expect(lines(fullKeyFactsFixture(), 'part2', '5')[0]).toEqual({
    id: 'keyFacts.collaborative.originating',
    values: { lender: { text: 'Example Finance Limited' }, share: { percent: '20.5' } },
  });
});

it('refers to clauses of the agreement that are about what it says', () => {
  const clauses = agreementClausesOf({ keyFacts: keyFactsFixture(), grievances: grievanceRulesFixture() });
  expect(clauses.map(({ number }) => number)).toEqual(agreementClauseIds.map((_, index) => index + 1));
  const titleOf = (number: number) => clauses.find((clause) => clause.number === number)?.title;
  const [recovery, grievance] = ['1', '2'].map((number) => lines(keyFactsFixture(), 'part2', number));
  expect(recovery).toEqual([
    { id: 'keyFacts.clause', values: { clause: { count: clauseNumber('recovery') } } },
  ]);
  expect(titleOf(clauseNumber('recovery'))).toEqual({ id: 'agreement.recovery.title' });
  expect(grievance).toEqual([
    { id: 'keyFacts.clause', values: { clause: { count: clauseNumber('grievance') } } },
  ]);
  expect(titleOf(clauseNumber('grievance'))).toEqual({ id: 'agreement.grievance.title' });
});
