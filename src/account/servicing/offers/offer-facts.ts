/** What there is to compare in an offer, as text: the same facts of each offer, in the same order. */
import type { IntlShape } from 'react-intl';
import type { Offer } from '../../../../domain/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { rateText } from '../../../plans/rate-text.ts';
import { formatMoment } from '../../../ui/moment-text.ts';
import { formatPaise } from '../../../ui/Paise.tsx';

export interface OfferFact {
  id: string;
  label: MessageId;
  /** Two offers are alike in this fact where their texts are. */
  text: (offer: Offer, intl: IntlShape) => string;
  /** Whether the text is the lender's own, which is not translated. */
  isOfLender?: (offer: Offer) => boolean;
  /** Also shown on the card of each offer. */
  isOnCard?: true;
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

/** What such charges are in the lender's words, or that there are none. */
function contingentCharges(...kinds: ContingentCharge['kind'][]): Pick<OfferFact, 'text' | 'isOfLender'> {
  const chargesOf = ({ terms }: Offer) =>
    terms.contingent_charges
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ text }) => text)
      .join('; ');
  return {
    text: (offer, intl) => chargesOf(offer) || intl.formatMessage({ id: 'servicing.fact.none' }),
    isOfLender: (offer) => chargesOf(offer) !== '',
  };
}

const dayText = (intl: IntlShape, day: string) =>
  intl.formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' });

export const offerFacts: readonly OfferFact[] = [
  {
    id: 'apr',
    label: 'servicing.fact.apr',
    text: ({ apr }, intl) => rateText(intl, apr),
    isOnCard: true,
  },
  {
    id: 'amount',
    label: 'servicing.fact.amount',
    text: ({ terms }) => formatPaise(terms.sanctioned_amount_paise),
    isOnCard: true,
  },
  {
    id: 'tenure',
    label: 'servicing.fact.tenure',
    text: ({ terms }, intl) => intl.formatMessage({ id: 'account.tenure' }, { count: terms.tenure_months }),
    isOnCard: true,
  },
  {
    id: 'instalment',
    label: 'servicing.fact.instalment',
    text: ({ instalment_paise: instalment }) => formatPaise(instalment),
  },
  {
    id: 'instalments',
    label: 'servicing.fact.instalments',
    text: ({ instalments }, intl) => intl.formatNumber(instalments),
  },
  {
    id: 'rate',
    label: 'servicing.fact.rate',
    text: ({ terms: { interest, rate_type: type } }, intl) =>
      `${intl.formatMessage({ id: rateKinds[interest.kind] }, { rate: rateText(intl, interest.rate) })}, ${intl.formatMessage({ id: rateTypes[type] })}`,
  },
  {
    id: 'interest',
    label: 'servicing.fact.interest',
    text: ({ total_interest_paise: interest }) => formatPaise(interest),
  },
  {
    id: 'charges',
    label: 'servicing.fact.charges',
    text: ({ charges_paise: charges }) => formatPaise(charges),
    isOnCard: true,
  },
  {
    id: 'advance',
    label: 'servicing.fact.advance',
    text: (offer) => formatPaise(paymentsOf(offer).upFront),
    isOnCard: true,
  },
  {
    id: 'disbursed',
    label: 'servicing.fact.disbursed',
    text: ({ net_disbursed_paise: disbursed }) => formatPaise(disbursed),
  },
  {
    id: 'total',
    label: 'servicing.fact.total',
    text: ({ total_paid_paise: total }) => formatPaise(total),
    isOnCard: true,
  },
  {
    id: 'firstDue',
    label: 'servicing.fact.firstDue',
    text: ({ terms }, intl) => dayText(intl, terms.first_due_on),
  },
  {
    id: 'late',
    label: 'servicing.fact.late',
    ...contingentCharges('late_payment', 'other_penal'),
    isOnCard: true,
  },
  {
    id: 'foreclosure',
    label: 'servicing.fact.foreclosure',
    ...contingentCharges('foreclosure'),
  },
  {
    id: 'coolingOff',
    label: 'servicing.fact.coolingOff',
    text: ({ terms }, intl) =>
      intl.formatMessage({ id: 'servicing.days' }, { count: terms.cooling_off_days }),
  },
  {
    id: 'validUntil',
    label: 'servicing.fact.validUntil',
    text: ({ valid_until: until }, intl) => formatMoment(intl, until),
    isOnCard: true,
  },
];

/** When an offer is paid, in whole paise: before the disbursal, and with each instalment that is due after it. */
export function paymentsOf({ schedule, terms, total_paid_paise: total }: Offer): {
  upFront: number;
  later: number[];
} {
  const later = schedule.slice(terms.advance_instalments).map(({ instalment_paise: amount }) => amount);
  return { upFront: total - later.reduce((sum, amount) => sum + amount, 0), later };
}

/** How the parent may order the offers; by name unless something else is chosen, so that no lender is favoured. */
export const offerOrders = {
  name: { label: 'servicing.offers.sort.name', of: ({ lender_name: name }: Offer) => name },
  apr: { label: 'servicing.fact.apr', of: ({ apr }: Offer) => Number(apr) },
  instalment: {
    label: 'servicing.fact.instalment',
    of: ({ instalment_paise: instalment }: Offer) => instalment,
  },
  total: { label: 'servicing.fact.total', of: ({ total_paid_paise: total }: Offer) => total },
} as const satisfies Record<string, { label: MessageId; of: (offer: Offer) => string | number }>;

export type OfferOrder = keyof typeof offerOrders;

/** Offers that are alike in what they are ordered by stay in the order of their lenders' names. */
export function orderOffers(offers: readonly Offer[], order: OfferOrder): Offer[] {
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');
  return offers
    .toSorted((a, b) => compare(a.lender_name, b.lender_name))
    .toSorted((a, b) => compare(offerOrders[order].of(a), offerOrders[order].of(b)));
}

/** The facts in which a lender's new offer differs from the one before. */
export const changedFacts = (before: Offer, now: Offer, intl: IntlShape): OfferFact[] =>
  offerFacts.filter(({ text }) => text(before, intl) !== text(now, intl));
