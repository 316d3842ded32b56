/** Annex B of the key facts statement, the working of the APR, and Annex C, the repayment schedule. */
import { aprValue, type DocumentMessageId, type DocumentText } from './document-text.ts';
import { sumPaise } from './charges.ts';
import { figuresOf } from './figures.ts';
import { disbursalText, firstDueText, interestRateText, rateTypeText } from './key-facts-part1.ts';
import {
  type KeyFactsBlock,
  type KeyFactsInput,
  type KeyFactsSection,
  message,
  row,
  type TableRow,
} from './key-facts-rows.ts';
import { type ScheduleRow, scheduleOf } from './schedule.ts';
import type { Paise } from './terms.ts';

/** @throws RangeError for terms with problems, see `termsProblems`. */
export function keyFactsAnnexB(input: KeyFactsInput): KeyFactsSection {
  const { terms } = input;
  const figures = figuresOf(terms);
  const instalments = message('keyFacts.annexB.instalments.each', {
    count: { count: figures.instalments },
    amount: { paise: figures.instalment },
  });
  const rows = [
    row('1', 'keyFacts.sanctioned', { paise: terms.sanctionedAmount }),
    row('2a', 'keyFacts.term', message('keyFacts.months', { count: { count: terms.tenureMonths } })),
    row('2b', 'keyFacts.annexB.instalments', instalments),
    row('2c', 'keyFacts.instalment.begin', firstDueText(terms)),
    row('3', 'keyFacts.interest.type', rateTypeText(terms)),
    row('4', 'keyFacts.interest.rate', interestRateText(terms)),
    row('5', 'keyFacts.annexB.totalInterest', { paise: figures.totalInterest }),
    row('6a', 'keyFacts.fees.toLender', { paise: figures.lenderCharges.total }),
    row('6b', 'keyFacts.fees.toThirdParty', { paise: figures.thirdPartyCharges.total }),
    row('7a', 'keyFacts.annexB.netDisbursed', { paise: figures.netDisbursed }),
    row('7b', 'keyFacts.annexB.upFront', { paise: figures.upFront }),
    row('8', 'keyFacts.annexB.totalPaid', { paise: figures.totalPaid }),
    row('9', 'keyFacts.apr', aprValue(figures.apr)),
    row('10', 'keyFacts.annexB.disbursals', { date: terms.disbursalOn }, disbursalText(input)),
    row('11', 'keyFacts.annexB.dueDates', message('keyFacts.annexB.dueDates.schedule')),
  ];
  return {
    name: 'annexB',
    title: message('keyFacts.annexB.title'),
    blocks: [
      { kind: 'rows', rows },
      { kind: 'note', text: message('keyFacts.annexB.note') },
    ],
  };
}

/** A column of the schedule; a column without sums has no `amount`. */
type Column = {
  label: DocumentMessageId;
  isNumeric: boolean;
  text: (row: ScheduleRow) => DocumentText;
  amount?: (row: ScheduleRow) => Paise;
};

const amountColumn = (label: DocumentMessageId, amount: (row: ScheduleRow) => Paise): Column => ({
  label,
  isNumeric: true,
  text: (row) => ({ paise: amount(row) }),
  amount,
});

const chargesColumn = amountColumn('keyFacts.schedule.charges', ({ charges }) => charges);

const columns: readonly Column[] = [
  { label: 'keyFacts.schedule.number', isNumeric: true, text: ({ number }) => ({ count: number }) },
  { label: 'keyFacts.schedule.dueOn', isNumeric: false, text: ({ dueOn }) => ({ date: dueOn }) },
  {
    label: 'keyFacts.schedule.outstanding',
    isNumeric: true,
    text: ({ outstanding }) => ({ paise: outstanding }),
  },
  amountColumn('keyFacts.schedule.principal', ({ principal }) => principal),
  amountColumn('keyFacts.schedule.interest', ({ interest }) => interest),
  amountColumn('keyFacts.schedule.instalment', ({ instalment }) => instalment),
  chargesColumn,
];

/** @throws RangeError for terms with problems, see `termsProblems`. */
export function keyFactsAnnexC({ terms }: KeyFactsInput): KeyFactsSection {
  const schedule = scheduleOf(terms);
  const hasCharges = schedule.some(({ charges }) => charges > 0);
  const shown = columns.filter((column) => hasCharges || column !== chargesColumn);
  const total: TableRow = shown.map(({ amount }, index) => {
    if (amount) return [{ paise: sumPaise(schedule.map(amount)) }];
    return index === 1 ? [message('keyFacts.schedule.total')] : [];
  });
  const table: KeyFactsBlock = {
    kind: 'table',
    caption: null,
    columns: shown.map(({ label, isNumeric }) => ({ label: message(label), isNumeric })),
    rows: schedule.map((instalment) => shown.map(({ text }) => [text(instalment)])),
    total,
  };
  return { name: 'annexC', title: message('keyFacts.annexC.title'), blocks: [table] };
}
