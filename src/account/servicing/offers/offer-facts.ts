/** The facts of an offer as text, for a comparison: the same facts in the same order for all offers. */
import type { IntlShape } from 'react-intl';
import { agreedPlanCost, differenceFromPlan, offerCost } from '../../../../domain/servicing/offer-cost.ts';
import type { AgreedPlan, Offer, Offers } from '../../../../domain/values/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { rateText } from '../../../plans/rate-text.ts';
import { formatMoment } from '../../../ui/moment-text.ts';
import { type PaiseFormat, paiseFormat } from '../../../ui/money.tsx';

/** The shared inputs of all facts of a loan's offers. */
export interface FactContext {
  intl: IntlShape;
  /** The fee that the loan was applied for, in paise. */
  feePaise: number;
  /** The plan that was applied for; null if it is not known. */
  plan: AgreedPlan | null;
  /** The form of all their amounts. */
  format: PaiseFormat;
}

export const factContext = (
  offers: Pick<Offers, 'fee_paise' | 'plan' | 'offers'>,
  intl: IntlShape,
): FactContext => ({ intl, feePaise: offers.fee_paise, plan: offers.plan, format: paiseFormat(offers) });

export interface FactLine {
  text: string;
  /** Says whether the text is the lender's own, which is not translated. */
  isOfLender?: boolean;
}

export interface OfferFact {
  id: string;
  label: MessageId;
  lines: (offer: Offer, context: FactContext) => FactLine[];
  /** Returns the same fact of the plan that was applied for. */
  ofPlan?: (plan: AgreedPlan, context: FactContext) => string;
  /** Says whether the card of an offer that is not compared shows the fact. */
  onCard?: true;
}

type ContingentCharge = Offer['terms']['contingent_charges'][number];

const rateKinds = {
  reducing: 'servicing.rate.reducing',
  flat_yearly: 'servicing.rate.flatYearly',
  flat_total: 'servicing.rate.flatTotal',
} as const satisfies Record<Offer['terms']['interest']['kind'], MessageId>;

const rateTypes = {
  fixed: 'servicing.rateType.fixed',
  floating: 'servicing.rateType.floating',
  hybrid: 'servicing.rateType.hybrid',
} as const satisfies Record<Offer['terms']['rate_type'], MessageId>;

/** Returns a fact's text; offers with the same text are equal in the fact. */
export const factText = (fact: OfferFact, offer: Offer, context: FactContext): string =>
  fact
    .lines(offer, context)
    .map(({ text }) => text)
    .join('\n');

const line = (text: (offer: Offer, context: FactContext) => string): Pick<OfferFact, 'lines'> => ({
  lines: (offer, context) => [{ text: text(offer, context) }],
});

const paise = (amount: (offer: Offer, feePaise: number) => number): Pick<OfferFact, 'lines'> =>
  line((offer, { feePaise, format }) => format(amount(offer, feePaise)));

/** Returns A rate with all decimals that the lender states. */
const statedRate = (intl: IntlShape, rate: string): string => rateText(intl, rate, 6);

/** Returns text such as '9.00% a year of what is still owed'. */
export const interestText = ({ interest }: Offer['terms'], intl: IntlShape): string =>
  intl.formatMessage({ id: rateKinds[interest.kind] }, { rate: statedRate(intl, interest.rate) });

/** Describes the contingent charges of the given kinds; charges without an amount are omitted. */
function contingentCharges(...kinds: ContingentCharge['kind'][]): Pick<OfferFact, 'lines'> {
  return {
    lines({ terms }, { intl, format }) {
      const lines = terms.contingent_charges
        .filter(({ kind }) => kinds.includes(kind))
        .flatMap((charge) => contingentLines(charge, { intl, format }));
      return lines.length > 0 ? lines : [{ text: intl.formatMessage({ id: 'servicing.fact.none' }) }];
    },
  };
}

type Formats = Pick<FactContext, 'intl' | 'format'>;

function contingentLines(charge: ContingentCharge, { intl, format }: Formats): FactLine[] {
  const { kind, text, amount, grace_days: days = 0 } = charge;
  if (!amount) return [];
  if (kind === 'late_payment') {
    const charged =
      'paise' in amount
        ? format(amount.paise)
        : intl.formatMessage({ id: 'servicing.late.unpaid' }, { rate: statedRate(intl, amount.percent) });
    return [{ text: intl.formatMessage({ id: 'servicing.late' }, { charge: charged, days }) }];
  }
  return [
    { text: 'paise' in amount ? format(amount.paise) : statedRate(intl, amount.percent) },
    { text, isOfLender: true },
  ];
}

/** Lists the parts of the total: '3 instalments, the first on 27 Jan 2027, and ₹16,985.69 before the loan begins'. */
export function repaymentSentence(offer: Offer, { intl, format }: Formats): string {
  const { upFront, later } = paymentsOf(offer);
  const usual = offer.instalment_paise;
  const [first = usual] = later;
  const last = later.at(-1) ?? usual;
  return intl.formatMessage(
    { id: 'servicing.offer.instalments' },
    {
      count: later.length,
      date: intl.formatDate(offer.terms.first_due_on, { dateStyle: 'medium', timeZone: 'UTC' }),
      first: first === usual ? 'same' : format(first),
      last: later.length === 1 || last === usual ? 'same' : format(last),
      upFront: upFront === 0 ? 'none' : format(upFront),
      advance: offer.terms.advance_instalments,
    },
  );
}

/** Returns text such as '₹522.33 more'. */
export function differenceText(offer: Offer, plan: AgreedPlan, context: FactContext): string {
  const { intl, feePaise, format } = context;
  const { total } = differenceFromPlan(offer, plan, feePaise);
  return intl.formatMessage({ id: 'servicing.fact.difference.value' }, signed(total, format));
}

/** Returns the values of a message that says in words whether the amount is more or less. */
export const signed = (amount: number, format: PaiseFormat) => ({
  sign: amount > 0 ? 'more' : amount < 0 ? 'less' : 'same',
  amount: format(Math.abs(amount)),
});

export const months = (intl: IntlShape, count: number): string =>
  intl.formatMessage({ id: 'account.tenure' }, { count });

const offerFacts: readonly OfferFact[] = [
  {
    id: 'instalment',
    label: 'servicing.fact.instalment',
    ...paise(({ instalment_paise: instalment }) => instalment),
    ofPlan: (plan, { format }) => format(agreedPlanCost(plan).instalment),
  },
  {
    id: 'tenure',
    label: 'servicing.fact.tenure',
    ...line(({ terms }, { intl }) => months(intl, terms.tenure_months)),
    ofPlan: ({ option }, { intl }) => months(intl, option.emi_tenure),
  },
  {
    id: 'advance',
    label: 'servicing.fact.advance',
    ...paise((offer) => paymentsOf(offer).upFront),
    ofPlan: (plan, { format }) => format(agreedPlanCost(plan).upFront),
    onCard: true,
  },
  {
    id: 'interest',
    label: 'servicing.fact.interest',
    ...paise(({ total_interest_paise: interest }) => interest),
    ofPlan: (plan, { format }) => format(agreedPlanCost(plan).interest),
  },
  {
    id: 'charges',
    label: 'servicing.fact.charges',
    ...paise(({ charges_paise: charges }) => charges),
    ofPlan: (plan, { format }) => format(agreedPlanCost(plan).charges),
  },
  {
    id: 'total',
    label: 'servicing.fact.total',
    ...paise((offer, feePaise) => offerCost(offer, feePaise).total),
    ofPlan: (plan, { format }) => format(agreedPlanCost(plan).total),
    onCard: true,
  },
  {
    id: 'apr',
    label: 'servicing.fact.apr',
    ...line(({ apr }, { intl }) => rateText(intl, apr)),
    ofPlan: ({ apr }, { intl }) => (apr === null ? '–' : rateText(intl, apr)),
    onCard: true,
  },
  {
    id: 'difference',
    label: 'servicing.fact.difference',
    lines: (offer, context) => (context.plan ? [{ text: differenceText(offer, context.plan, context) }] : []),
  },
  {
    id: 'amount',
    label: 'servicing.fact.amount',
    ...paise(({ terms }) => terms.sanctioned_amount_paise),
    onCard: true,
  },
  {
    id: 'disbursed',
    label: 'servicing.fact.disbursed',
    ...paise((offer, feePaise) => offerCost(offer, feePaise).receivedPaise),
    onCard: true,
  },
  {
    id: 'left',
    label: 'servicing.fact.left',
    ...paise((offer, feePaise) => offerCost(offer, feePaise).uncoveredFeePaise),
    onCard: true,
  },
  {
    id: 'instalments',
    label: 'servicing.fact.instalments',
    ...line(repaymentSentence),
  },
  {
    id: 'rate',
    label: 'servicing.fact.rate',
    ...line(
      ({ terms }, { intl }) =>
        `${interestText(terms, intl)}, ${intl.formatMessage({ id: rateTypes[terms.rate_type] })}`,
    ),
  },
  {
    id: 'late',
    label: 'servicing.fact.late',
    ...contingentCharges('late_payment', 'other_penal'),
    onCard: true,
  },
  {
    id: 'foreclosure',
    label: 'servicing.fact.foreclosure',
    ...contingentCharges('foreclosure'),
  },
  {
    id: 'coolingOff',
    label: 'servicing.fact.coolingOff',
    ...line(({ terms }, { intl }) =>
      intl.formatMessage({ id: 'servicing.days' }, { count: terms.cooling_off_days }),
    ),
  },
  {
    id: 'validUntil',
    label: 'servicing.fact.validUntil',
    ...line(({ valid_until: until }, { intl }) => formatMoment(intl, until)),
    onCard: true,
  },
];

/** Returns all facts that an offer of the loan has. */
export const factsOf = ({ plan }: FactContext): OfferFact[] =>
  offerFacts.filter(({ id }) => id !== 'difference' || plan !== null);

/** Returns the facts at the start of a comparison. */
export const summaryFacts = (context: FactContext): OfferFact[] =>
  factsOf(context).filter(({ id }) => ['instalment', 'advance', 'total', 'apr'].includes(id));

/** Returns the facts beside the link to an offer, without a rest of the fees if none is left. */
export const detailFacts = (offer: Offer, context: FactContext): OfferFact[] =>
  factsOf(context).filter(
    ({ id }) =>
      ['amount', 'late', 'validUntil'].includes(id) ||
      (id === 'left' && offerCost(offer, context.feePaise).uncoveredFeePaise > 0),
  );

/** Returns an offer's payments, in whole paise: those before the disbursal, and those with each later instalment. */
export function paymentsOf({ schedule, terms, total_paid_paise: total }: Offer): {
  upFront: number;
  later: number[];
} {
  const later = schedule
    .slice(terms.advance_instalments)
    .map(({ instalment_paise: amount, charges_paise: charges }) => amount + charges);
  return { upFront: total - later.reduce((sum, amount) => sum + amount, 0), later };
}

/** The orders that the parent can choose; the default is by name, so that no lender is favoured. */
export const offerOrders = {
  name: { label: 'servicing.offers.sort.name', of: ({ lender_name: name }) => name },
  apr: { label: 'servicing.fact.apr', of: ({ apr }) => Number(apr) },
  instalment: { label: 'servicing.fact.instalment', of: ({ instalment_paise: instalment }) => instalment },
  advance: { label: 'servicing.fact.advance', of: (offer) => paymentsOf(offer).upFront },
  total: { label: 'servicing.fact.total', of: (offer, feePaise) => offerCost(offer, feePaise).total },
} as const satisfies Record<
  string,
  { label: MessageId; of: (offer: Offer, feePaise: number) => string | number }
>;

export type OfferOrder = keyof typeof offerOrders;

/** Sorts the offers; those with equal values stay in the order of their lenders' names. */
export function orderOffers(offers: readonly Offer[], order: OfferOrder, feePaise: number): Offer[] {
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');
  const of: (offer: Offer, feePaise: number) => string | number = offerOrders[order].of;
  return offers
    .toSorted((a, b) => compare(a.lender_name, b.lender_name))
    .toSorted((a, b) => compare(of(a, feePaise), of(b, feePaise)));
}

/** The label of the best offer by figure. Tied offers all get it; none does where all are equal. */
export const bestLabels = {
  total: 'servicing.offer.lowest.total',
  apr: 'servicing.offer.lowest.apr',
  instalment: 'servicing.offer.lowest.instalment',
  advance: 'servicing.offer.nothingFirst',
} as const satisfies Partial<Record<OfferOrder, MessageId>>;

export type BestIn = keyof typeof bestLabels;

/** Lists the figures in which an offer is the lowest of those compared, and its advance only if that is 0. */
export function bestIn(offer: Offer, offers: readonly Offer[], feePaise: number): BestIn[] {
  return (Object.keys(bestLabels) as BestIn[]).filter((name) => {
    const values = offers.map((one) => offerOrders[name].of(one, feePaise));
    const lowest = name === 'advance' ? 0 : Math.min(...values);
    return offerOrders[name].of(offer, feePaise) === lowest && values.some((value) => value > lowest);
  });
}

/** Facts that follow from other facts, or differ with every offer. */
const derivedFacts = ['interest', 'difference', 'disbursed', 'left', 'instalments', 'validUntil'];

/** Returns the facts in which a lender's new offer differs from the one before, without those that follow from them. */
export const changedFacts = (before: Offer, now: Offer, context: FactContext): OfferFact[] =>
  factsOf(context).filter(
    (fact) =>
      !derivedFacts.includes(fact.id) && factText(fact, before, context) !== factText(fact, now, context),
  );
