/**
 * The offers of all lenders for a loan beside the plan that was applied for: the same facts for each, ordered by name,
 * none chosen beforehand, and the lenders named that have no offer.
 */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { accountPath } from '../../../../domain/pages/account-pages.ts';
import type { Offer, Offers } from '../../../../domain/values/wire.ts';
import { pollWhile, useApiQuery } from '../../../data/query.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { AmountScope } from '../../../ui/money.tsx';
import { Select } from '../../../ui/select.tsx';
import { StartApplication } from '../../loans/start-application.tsx';
import { NotFoundPage } from '../../status-pages.tsx';
import { useAddressId } from '../../../shell/address-id.ts';
import { LoanPage } from '../loan-page.tsx';
import { t } from '../../../i18n/i18n.tsx';
import { AllFacts, Comparison } from './comparison.tsx';
import { ExpiredOffer, OfferCard } from './offer-card.tsx';
import { factContext, type OfferOrder, offerOrders, orderOffers } from './offer-facts.ts';
import './offer-card.css';

export default function OffersScreen() {
  const loanId = useAddressId();
  return <OffersOfLoan key={loanId} loanId={loanId} />;
}

function OffersOfLoan({ loanId }: { loanId: string }) {
  const offers = useApiQuery(
    'listOffers',
    { path: { id: loanId } },
    pollWhile((value: Offers) => lendersOf(value).waiting.length > 0),
  );
  const isAccepted = offers.data !== undefined && offers.data.accepted_offer_id !== null;
  return (
    <LoanPage
      title="servicing.offers.title"
      lead={isAccepted ? null : 'servicing.offers.lead'}
      query={offers}
      notFound={<NotFoundPage />}
    >
      {(value) => (
        <AmountScope shown={value}>
          <OfferList loanId={loanId} value={value} />
        </AmountScope>
      )}
    </LoanPage>
  );
}

/** Returns the names of the lenders without an offer, by whether they have answered. */
function lendersOf({ unmatched }: Offers): { waiting: string[]; unmatched: string[] } {
  const names = (isAnswered: boolean) =>
    unmatched.flatMap(({ lender_name: name, status }) =>
      (status === 'rejected') === isAnswered ? [name] : [],
    );
  return { waiting: names(false), unmatched: names(true) };
}

function OfferList({ loanId, value }: { loanId: string; value: Offers }) {
  const [order, setOrder] = useState<OfferOrder>('name');
  const intl = useIntl();
  const shown = orderOffers(value.offers, order, value.fee_paise);
  const open = shown.filter(({ stage }) => stage === 'offered');
  const expired = shown.filter(({ stage }) => stage === 'expired');
  const usable = shown.filter((offer) => !expired.includes(offer));
  const accepted = value.offers.find(({ offer_id: id }) => id === value.accepted_offer_id);
  // The accepted offer takes the place of the plan.
  const plan = accepted ? null : value.plan;
  const context = factContext({ ...value, plan }, intl);
  const isCompared = !accepted && open.length > (plan ? 0 : 1);
  const others = usable.filter((offer) => offer !== accepted);
  const links = {
    hrefOf: ({ offer_id: id }: Offer) => `${accountPath('keyFacts', loanId)}?offer=${encodeURIComponent(id)}`,
    others: value.other_offers,
  };
  const cards = (offers: readonly Offer[]) =>
    offers.length > 0 && (
      <div className="offers">
        {offers.map((offer) => (
          <OfferCard
            key={offer.offer_id}
            offer={offer}
            context={context}
            {...links}
            isAccepted={offer === accepted}
          />
        ))}
      </div>
    );
  return (
    <>
      {accepted && (
        <Banner kind="done" title={t('servicing.offers.accepted', { lender: accepted.lender_name })}>
          <p>{t('servicing.offers.accepted.help')}</p>
          <p className="offers-go-on">
            <ButtonLink href={accountPath('servicing', loanId)}>
              {t('servicing.offers.accepted.open')}
            </ButtonLink>
          </p>
        </Banner>
      )}
      {isCompared && (
        <Comparison offers={open} context={context} {...links}>
          {open.length > 1 && <OrderSelect order={order} onOrder={setOrder} />}
        </Comparison>
      )}
      {accepted ? cards([accepted]) : cards(usable.filter((offer) => !(isCompared && open.includes(offer))))}
      {isCompared && <AllFacts offers={open} context={context} />}
      {accepted ? (
        others.length > 0 && <Disclosure title={t('servicing.offers.others')}>{cards(others)}</Disclosure>
      ) : (
        <>
          {expired.map((offer) => (
            <ExpiredOffer key={offer.offer_id} offer={offer} />
          ))}
          <LendersWithoutOffer value={value} />
        </>
      )}
    </>
  );
}

/** Names the lenders that have not answered and those without an offer, and says if there is no offer at all. */
function LendersWithoutOffer({ value }: { value: Offers }) {
  const intl = useIntl();
  const { waiting, unmatched } = lendersOf(value);
  const names = (list: readonly string[]) => intl.formatList(list, { type: 'conjunction' });
  const isNone = value.offers.length === 0 && waiting.length === 0;
  if (waiting.length + unmatched.length === 0 && !isNone) return null;
  return (
    <Card title={t(isNone ? 'servicing.offers.none' : 'servicing.offers.others')}>
      {isNone && (
        <>
          <p>{t('servicing.offers.none.help')}</p>
          <StartApplication />
        </>
      )}
      <div role="status">
        {waiting.length > 0 && (
          <p>{t('servicing.offers.waiting', { lenders: names(waiting), count: waiting.length })}</p>
        )}
      </div>
      {unmatched.length > 0 && (
        <p>{t('servicing.offers.unmatched', { lenders: names(unmatched), count: unmatched.length })}</p>
      )}
    </Card>
  );
}

function OrderSelect({ order, onOrder }: { order: OfferOrder; onOrder: (order: OfferOrder) => void }) {
  const intl = useIntl();
  const orders = Object.keys(offerOrders) as OfferOrder[];
  return (
    <Select
      id="offer-order"
      label={t('servicing.offers.sort')}
      prompt={intl.formatMessage({ id: 'servicing.offers.sort.name' })}
      required={false}
      size="m"
      value={order === 'name' ? '' : order}
      options={orders
        .filter((one) => one !== 'name')
        .map((one) => ({ value: one, label: intl.formatMessage({ id: offerOrders[one].label }) }))}
      onValue={(value) => onOrder(orders.find((one) => one === value) ?? 'name')}
    />
  );
}
