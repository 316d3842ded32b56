/** Closes the loan early at no charge: what it costs today, and the payment once that is confirmed. */
import { useState } from 'react';
import { FormattedDate } from 'react-intl';
import type { ForeclosureQuote } from '../../../../domain/values/wire.ts';
import { disposeAtOnce, useResource } from '../../../hooks/resource.ts';
import { Button } from '../../../ui/button.tsx';
import { CollapsibleCard } from '../../../ui/collapsible-card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Paise } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { useServices } from '../../services.ts';
import { Payment } from '../payment.tsx';
import { t } from '../../../i18n/text.tsx';

/** What is charged besides, where it is. */
const partsOf = ({ charges_paise: charges, late_charges_paise: late }: ForeclosureQuote) =>
  [
    { id: 'charges', name: 'servicing.foreclosure.charges', paise: charges },
    { id: 'late', name: 'servicing.due.late', paise: late },
  ] as const;

/** @param props.canPay whether no other payment is being checked */
export function Foreclosure(props: { loanId: string; canPay: boolean; onPaid: () => void }) {
  const { loanId, canPay, onPaid } = props;
  const { call } = useServices();
  const [isOpen, setOpen] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const quote = useResource(
    isOpen ? `foreclosure quote ${loanId}` : null,
    (signal) => call('readForeclosureQuote', { path: { id: loanId } }, { signal }),
    disposeAtOnce,
  );
  return (
    <CollapsibleCard
      id="foreclosure"
      title={t('servicing.foreclosure.title')}
      summary={t('servicing.foreclosure.free')}
      startsOpen={false}
    >
      <p>{t('servicing.foreclosure.help')}</p>
      {!isOpen && (
        <div>
          <Button onPress={() => setOpen(true)}>{t('servicing.foreclosure.open')}</Button>
        </div>
      )}
      {quote.status === 'failed' && <LoadFailed onRetry={quote.retry} />}
      {quote.status === 'loading' && <Skeleton label={t('app.loading')} fields={2} />}
      {quote.status === 'loaded' && (
        <>
          <Facts
            facts={[
              {
                id: 'principal',
                name: t('servicing.progress.outstanding'),
                value: <Paise paise={quote.value.principal_paise} />,
              },
              {
                id: 'interest',
                name: t('servicing.foreclosure.interest'),
                value: <Paise paise={quote.value.interest_paise} />,
              },
              ...partsOf(quote.value).flatMap(({ id, name, paise }) =>
                paise > 0 ? [{ id, name: t(name), value: <Paise paise={paise} /> }] : [],
              ),
              {
                id: 'charge',
                name: t('servicing.foreclosure.charge'),
                value: t('servicing.fact.none'),
              },
              {
                id: 'total',
                name: t('servicing.foreclosure.total'),
                value: <Paise paise={quote.value.total_paise} />,
                strong: true,
              },
            ]}
          />
          <p className="text-muted">
            {t('servicing.foreclosure.validUntil', {
              date: <FormattedDate value={quote.value.valid_until} dateStyle="long" timeZone="UTC" />,
            })}
          </p>
          {canPay && (
            <div>
              <Button onPress={() => setConfirming(true)}>{t('servicing.foreclosure.close')}</Button>
            </div>
          )}
          {isConfirming && (
            <Dialog
              title={t('servicing.foreclosure.confirm')}
              onCancel={() => setConfirming(false)}
              actions={
                <Button kind="quiet" onPress={() => setConfirming(false)}>
                  {t('servicing.cancellation.keep')}
                </Button>
              }
            >
              <p>
                {t('servicing.foreclosure.confirm.help', {
                  amount: <Paise paise={quote.value.total_paise} />,
                })}
              </p>
              <Payment
                loanId={loanId}
                purpose="foreclosure"
                amount={quote.value.total_paise}
                orderId={null}
                onPaid={() => {
                  setConfirming(false);
                  onPaid();
                }}
              >
                {t('servicing.payment.pay', { amount: <Paise paise={quote.value.total_paise} /> })}
              </Payment>
            </Dialog>
          )}
        </>
      )}
    </CollapsibleCard>
  );
}
