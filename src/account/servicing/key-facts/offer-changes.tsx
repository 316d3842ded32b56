/** What a lender has changed in its offer since it was opened here; what it offers now is read and acknowledged anew. */
import { useIntl } from 'react-intl';
import { accountPath } from '../../../../domain/pages/account-pages.ts';
import type { Offer, Offers } from '../../../../domain/values/wire.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table, type TableColumn } from '../../../ui/table.tsx';
import { OfferFactText } from '../offers/offer-fact-text.tsx';
import { changedFacts, factContext, type OfferFact } from '../offers/offer-facts.ts';
import { t } from '../../../i18n/i18n.tsx';

export interface OfferChangesProps {
  loanId: string;
  before: Offer;
  /** All offers of the loan, as they are now. */
  offers: Offers;
}

export function OfferChanges({ loanId, before, offers }: OfferChangesProps) {
  const context = factContext({ ...offers, offers: [before, ...offers.offers] }, useIntl());
  const now = offers.offers.find(
    ({ lender_id: id, offer_id: offerId, stage }) =>
      id === before.lender_id && offerId !== before.offer_id && stage === 'offered',
  );
  const columns: TableColumn<OfferFact>[] = [
    {
      id: 'fact',
      header: t('servicing.changes.fact'),
      cell: ({ label }) => t(label),
    },
    {
      id: 'before',
      header: t('servicing.changes.before'),
      cell: (fact) => <OfferFactText fact={fact} offer={before} context={context} />,
    },
    {
      id: 'now',
      header: t('servicing.changes.now'),
      cell: (fact) =>
        now && (
          <strong>
            <OfferFactText fact={fact} offer={now} context={context} />
          </strong>
        ),
    },
  ];
  return (
    <>
      <Banner kind="notice" role="alert" title={t('servicing.changes.title', { lender: before.lender_name })}>
        <p>{t('servicing.changes.help')}</p>
      </Banner>
      {now && (
        <Card>
          <Table
            caption={t('servicing.changes.caption')}
            columns={columns}
            rows={changedFacts(before, now, context)}
            rowKey={({ id }) => id}
          />
        </Card>
      )}
      <div>
        <ButtonLink
          href={
            now
              ? `${accountPath('keyFacts', loanId)}?offer=${encodeURIComponent(now.offer_id)}`
              : accountPath('offers', loanId)
          }
        >
          {t(now ? 'servicing.changes.open' : 'servicing.keyFacts.offers')}
        </ButtonLink>
      </div>
    </>
  );
}
