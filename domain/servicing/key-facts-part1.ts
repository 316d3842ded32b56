/** Part 1 of the key facts statement: amounts, interest rate, fees and charges, numbered as in Annex A of the rule. */
import { clauseNumber } from './agreement-clauses.ts';
import { type ChargeAmount, chargeAmounts } from './charges.ts';
import { aprValue, type DocumentMessageId, type DocumentText } from './document-text.ts';
import { figuresOf } from './figures.ts';
import {
  type KeyFactsBlock,
  type KeyFactsInput,
  type KeyFactsRow,
  type KeyFactsSection,
  type KeyFactsTable,
  message,
  row,
  type TableRow,
} from './key-facts-rows.ts';
import { addPercents } from './percents.ts';
import { instalmentOf, scheduleOf } from './schedule.ts';
import type { ContingentCharge, LoanCharge, LoanTerms } from './terms.ts';

/** @throws RangeError for terms with problems, see `termsProblems`. */
export function keyFactsPart1(input: KeyFactsInput): KeyFactsSection {
  const { terms } = input;
  const blocks: KeyFactsBlock[] = [
    {
      kind: 'rows',
      rows: [
        row('1a', 'keyFacts.proposal', { text: input.proposalNumber }),
        row('1b', 'keyFacts.loanType', message('keyFacts.loanType.education')),
        row('2', 'keyFacts.sanctioned', { paise: terms.sanctionedAmount }),
        row('3', 'keyFacts.disbursal', disbursalText(input)),
        row('4', 'keyFacts.term', message('keyFacts.months', { count: { count: terms.tenureMonths } })),
        ...instalmentRows(terms),
        row('6a', 'keyFacts.interest.rate', interestRateText(terms)),
        row('6b', 'keyFacts.interest.type', rateTypeText(terms)),
        row('7', 'keyFacts.floating', ...floatingLines(terms)),
      ],
    },
    feesTable(terms),
    {
      kind: 'rows',
      rows: [
        row('9', 'keyFacts.apr', aprValue(figuresOf(terms).apr), message('keyFacts.apr.note')),
        ...contingentRows(terms),
      ],
    },
  ];
  return { name: 'part1', title: message('keyFacts.part1.title'), blocks };
}

export function disbursalText({ terms, institutionName }: KeyFactsInput): DocumentText {
  const institution = { text: institutionName };
  return terms.disbursalKind === 'at_once'
    ? message('keyFacts.disbursal.atOnce', { institution })
    : message('keyFacts.disbursal.staged', { institution, clause: { count: clauseNumber('loan') } });
}

function instalmentRows(terms: LoanTerms): KeyFactsRow[] {
  const { tenureMonths, advanceInstalments } = terms;
  const count = { count: tenureMonths };
  return [
    row('5a', 'keyFacts.instalment.kind', message('keyFacts.instalment.monthly')),
    row(
      '5b',
      'keyFacts.instalment.number',
      advanceInstalments === 0
        ? count
        : message('keyFacts.instalment.advance', { count, advance: { count: advanceInstalments } }),
    ),
    row('5c', 'keyFacts.instalment.amount', ...instalmentLines(terms)),
    row('5d', 'keyFacts.instalment.begin', firstDueText(terms)),
  ];
}

/** The day that follows from the planned disbursal, and that it moves with it. */
export const firstDueText = ({ firstDueOn, disbursalOn }: LoanTerms): DocumentText =>
  message('keyFacts.instalment.firstDue', { date: { date: firstDueOn }, disbursal: { date: disbursalOn } });

/** The amount of all; the first one after the disbursal and the last one too where they differ. */
function instalmentLines(terms: LoanTerms): DocumentText[] {
  const usual = instalmentOf(terms);
  const schedule = scheduleOf(terms);
  const first = schedule[terms.advanceInstalments]?.instalment ?? usual;
  const last = schedule.at(-1)?.instalment ?? usual;
  return [
    { paise: usual },
    ...(first === usual ? [] : [message('keyFacts.instalment.first', { amount: { paise: first } })]),
    ...(last === usual ? [] : [message('keyFacts.instalment.last', { amount: { paise: last } })]),
  ];
}

const interestMessages = {
  reducing: 'keyFacts.interest.reducing',
  flat_yearly: 'keyFacts.interest.flatYearly',
  flat_total: 'keyFacts.interest.flatTotal',
} as const satisfies Record<LoanTerms['interest']['kind'], DocumentMessageId>;

export const interestRateText = ({ interest }: LoanTerms): DocumentText =>
  message(interestMessages[interest.kind], { rate: { percent: interest.rate } });

const rateTypeMessages = {
  fixed: 'keyFacts.interest.fixed',
  floating: 'keyFacts.interest.floating',
  hybrid: 'keyFacts.interest.hybrid',
} as const satisfies Record<LoanTerms['rateType'], DocumentMessageId>;

export const rateTypeText = ({ rateType }: LoanTerms): DocumentText => message(rateTypeMessages[rateType]);

/** The rise of the benchmark in the example that the regulation requires, in percentage points. */
const exampleRise = '0.25';

function floatingLines(terms: LoanTerms): DocumentText[] {
  const { rateType, benchmark, interest, tenureMonths } = terms;
  if (rateType === 'fixed') return [message('keyFacts.floating.none')];
  if (!benchmark) throw new RangeError('A floating rate without a benchmark');
  const raised = { ...terms, interest: { ...interest, rate: addPercents(interest.rate, exampleRise) } };
  return [
    message('keyFacts.floating.benchmark', { name: { text: benchmark.name } }),
    message('keyFacts.floating.benchmarkRate', { rate: { percent: benchmark.rate } }),
    message('keyFacts.floating.spread', { rate: { percent: benchmark.spread } }),
    message('keyFacts.floating.rate', { rate: { percent: interest.rate } }),
    message('keyFacts.floating.reset', { count: { count: benchmark.resetMonths } }),
    message('keyFacts.floating.effectAmount', { amount: { paise: instalmentOf(raised) } }),
    message('keyFacts.floating.effectNumber', { count: { count: tenureMonths } }),
  ];
}

const nil = message('keyFacts.nil');

const feeKinds = [
  'processing',
  'insurance',
  'valuation',
  'other',
] as const satisfies readonly LoanCharge['kind'][];

const feeMessages = {
  processing: 'keyFacts.fees.processing',
  insurance: 'keyFacts.fees.insurance',
  valuation: 'keyFacts.fees.valuation',
  other: 'keyFacts.fees.otherNone',
} as const satisfies Record<LoanCharge['kind'], DocumentMessageId>;

const collectedMessages = {
  deducted: ['keyFacts.fees.oneTime', 'keyFacts.fees.deducted'],
  up_front: ['keyFacts.fees.oneTime', 'keyFacts.fees.upFront'],
  with_instalments: ['keyFacts.fees.recurring'],
} as const satisfies Record<LoanCharge['collected'], readonly DocumentMessageId[]>;

/** A row for each kind that the rule names, also where nothing is charged. */
function feesTable(terms: LoanTerms): KeyFactsTable {
  const amounts = chargeAmounts(terms);
  const rows = feeKinds.flatMap((kind): TableRow[] => {
    const charged = amounts.filter(({ charge }) => charge.kind === kind);
    return charged.length === 0 ? [[[message(feeMessages[kind])], [nil], [nil]]] : charged.map(feeRow);
  });
  return {
    kind: 'table',
    caption: { number: '8', label: message('keyFacts.fees') },
    columns: [
      { label: message('keyFacts.fees.fee'), isNumeric: false },
      { label: message('keyFacts.fees.toLender'), isNumeric: false },
      { label: message('keyFacts.fees.toThirdParty'), isNumeric: false },
    ],
    rows,
    total: null,
  };
}

function feeRow({ charge, gst, total }: ChargeAmount): TableRow {
  const { kind, label, amount, gstPercent, collected, payee } = charge;
  const name =
    kind === 'other'
      ? message('keyFacts.fees.other', { label: { text: label } })
      : message(feeMessages[kind]);
  const lines: DocumentText[] = [
    { paise: total },
    ...('percent' in amount
      ? [message('keyFacts.fees.percent', { percent: { percent: amount.percent } })]
      : []),
    ...(gst > 0
      ? [message('keyFacts.fees.gst', { rate: { percent: gstPercent }, gst: { paise: gst } })]
      : []),
    ...collectedMessages[collected].map((id) => message(id)),
  ];
  return payee === 'lender' ? [[name], lines, [nil]] : [[name], [nil], lines];
}

const contingentKinds = [
  ['10a', 'late_payment', 'keyFacts.contingent.latePayment'],
  ['10b', 'other_penal', 'keyFacts.contingent.otherPenal'],
  ['10c', 'foreclosure', 'keyFacts.contingent.foreclosure'],
  ['10d', 'rate_switch', 'keyFacts.contingent.rateSwitch'],
  ['10e', 'other', 'keyFacts.contingent.other'],
] as const satisfies readonly (readonly [string, ContingentCharge['kind'], DocumentMessageId])[];

const contingentRows = ({ contingentCharges }: LoanTerms): KeyFactsRow[] =>
  contingentKinds.map(([number, kind, label]) => {
    const lines = contingentCharges.filter((charge) => charge.kind === kind).flatMap(contingentLines);
    return row(number, label, ...(lines.length === 0 ? [nil] : lines));
  });

function contingentLines({ kind, amount, text, graceDays = 0 }: ContingentCharge): DocumentText[] {
  return [
    amount === undefined ? nil : contingentAmount(kind, amount),
    { text, isEnglish: true },
    ...(graceDays > 0 ? [message('keyFacts.contingent.grace', { count: { count: graceDays } })] : []),
  ];
}

function contingentAmount(kind: ContingentCharge['kind'], amount: LoanCharge['amount']): DocumentText {
  if ('paise' in amount) return { paise: amount.paise };
  return kind === 'late_payment'
    ? message('keyFacts.contingent.percentUnpaid', { percent: { percent: amount.percent } })
    : { percent: amount.percent };
}
