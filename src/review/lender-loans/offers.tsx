/** The offers of one lender, each revision, and where its figures are others than ours. */
import { type IntlShape, useIntl } from 'react-intl';
import type { LenderLoan } from '../../../domain/values/wire.ts';
import { rateText } from '../../plans/rate-text.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { formatPaise } from '../../ui/money.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { Pill } from '../../ui/pill.tsx';
import { DateTimeText, NoValue } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import { Comparison } from './comparison.tsx';
import { isImpossible, type ShownDifference, shownDifference } from './offer-differences.ts';
import './lender-loans.css';

type ReceivedOffer = LenderLoan['offers'][number];

/** The number of differences shown. All rows of a schedule of another length differ; the first ones show why. */
const maxShown = 8;

export function Offers({
  lenderLoan: { offers, accepted_offer_id: acceptedId },
}: {
  lenderLoan: LenderLoan;
}) {
  const intl = useIntl();
  if (offers.length === 0) return null;
  return (
    <Disclosure title={t('review.offers')} startsOpen={acceptedId === null}>
      <Table
        caption={t('review.offers')}
        columns={columnsOf(intl, acceptedId)}
        rows={offers}
        rowKey={({ offer_id: id }) => id}
      />
      {offers.map((offer) => (
        <Differences key={offer.offer_id} offer={offer} />
      ))}
    </Disclosure>
  );
}

const offerTones = { accepted: 'good', shown: 'running', differs: 'waiting' } as const;

const columnsOf = (intl: IntlShape, acceptedId: string | null): readonly TableColumn<ReceivedOffer>[] => [
  {
    id: 'revision',
    header: t('review.offers'),
    isHeading: true,
    cell: ({ revision }) => t('review.offer.revision', { revision }),
  },
  {
    id: 'validUntil',
    header: t('servicing.fact.validUntil'),
    className: 'lender-loan-moment',
    cell: ({ valid_until: validUntil }) => <DateTimeText at={validUntil} />,
  },
  {
    id: 'amount',
    header: t('servicing.fact.amount'),
    numeric: true,
    cell: ({ terms }) => formatPaise(terms.sanctioned_amount_paise),
  },
  {
    id: 'instalment',
    header: t('servicing.fact.instalment'),
    numeric: true,
    cell: ({ terms }) => formatPaise(terms.instalment_paise),
  },
  {
    id: 'apr',
    header: t('review.offer.apr'),
    numeric: true,
    cell: ({ terms }) => rateText(intl, terms.apr),
  },
  {
    id: 'state',
    header: t('review.offer.state'),
    cell: ({ offer_id: id, differences }) => {
      const state = id === acceptedId ? 'accepted' : differences.length === 0 ? 'shown' : 'differs';
      return <Pill tone={offerTones[state]}>{t('review.offer.states', { state })}</Pill>;
    },
  },
];

function Differences({ offer: { revision, differences } }: { offer: ReceivedOffer }) {
  const intl = useIntl();
  const shown = differences.map((difference) => shownDifference(intl, difference));
  const impossible = shown.filter(isImpossible);
  const compared = shown.filter((one) => !isImpossible(one));
  if (impossible.length > 0) {
    const members = impossible.map(({ member }) =>
      intl.formatMessage({ id: 'review.offer.member' }, { member }),
    );
    return (
      <p className="lender-loan-differs">
        {t('review.offer.impossible', { revision, members: intl.formatList(members) })}
      </p>
    );
  }
  if (compared.length === 0) return null;
  return (
    <>
      <p className="lender-loan-differs">{t('review.offer.differs', { revision })}</p>
      <Comparison
        known={t('review.offer.ours')}
        said={t('review.offer.stated')}
        rows={compared.slice(0, maxShown).map((one) => ({
          key: `${one.row} ${one.member}`,
          name: <MemberName {...one} />,
          known: one.ours ?? <NoValue />,
          said: one.stated ?? <NoValue />,
          differs: true,
        }))}
      />
      {compared.length > maxShown && (
        <p className="text-muted">{t('review.offer.more', { count: compared.length - maxShown })}</p>
      )}
    </>
  );
}

function MemberName({ row, member }: ShownDifference) {
  const name = t('review.offer.member', { member });
  return row === null ? name : t('review.offer.row', { row, name });
}
