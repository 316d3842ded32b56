/** Ends a loan: before the disbursal at once; in the cooling-off period by paying back what the lender has paid. */
import { useState } from 'react';
import { FormattedDate } from 'react-intl';
import type { Servicing } from '../../../domain/values/wire.ts';
import { ConfirmButton } from '../../data/confirm-button.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Paise } from '../../ui/money.tsx';
import { t } from '../../i18n/i18n.tsx';
import { CallFailure } from '../call-failure.tsx';
import { hasHeldPayment, Payment } from './payment.tsx';
import { useServicing } from './servicing.ts';

/** Renders nothing once the cooling-off period is over. */
export function Cancellation() {
  const { servicing } = useServicing();
  const { cancellation_order: order, cooling_off: coolingOff, disbursed_on: disbursedOn } = servicing;
  const [isRequested, setRequested] = useState(false);
  if (disbursedOn !== null && !coolingOff) return null;
  const title = t(coolingOff ? 'servicing.coolingOff.title' : 'servicing.cancellation.title');
  return (
    <CollapsibleCard
      id="cancellation"
      title={title}
      summary={
        coolingOff
          ? t('servicing.coolingOff.until', { date: endOf(coolingOff) })
          : t('servicing.foreclosure.free')
      }
      startsOpen={order !== null}
    >
      {coolingOff ? (
        <>
          <p>{t('servicing.coolingOff.help', { date: endOf(coolingOff) })}</p>
          <Exit coolingOff={coolingOff} />
        </>
      ) : (
        <p>{t('servicing.cancellation.help')}</p>
      )}
      {coolingOff && (order || isRequested)
        ? !hasHeldPayment(servicing) && (
            <Payment
              purpose="cooling_off"
              amount={order?.amount_paise ?? coolingOff.exit_paise}
              orderId={order?.order_id ?? null}
            >
              {t('servicing.payment.pay', {
                amount: <Paise paise={order?.amount_paise ?? coolingOff.exit_paise} />,
              })}
            </Payment>
          )
        : !(coolingOff && hasHeldPayment(servicing)) && (
            <CancelButton onRequested={() => setRequested(true)} />
          )}
    </CollapsibleCard>
  );
}

type CoolingOff = NonNullable<Servicing['cooling_off']>;

const endOf = ({ ends_on: endsOn }: CoolingOff) => (
  <FormattedDate value={endsOn} dateStyle="long" timeZone="UTC" />
);

/** Says beside another way to repay what leaving the loan costs today. */
export const CoolingOffNotice = ({ coolingOff }: { coolingOff: CoolingOff }) => (
  <p>
    {t('servicing.prepayment.coolingOff', {
      date: endOf(coolingOff),
      amount: <Paise paise={coolingOff.exit_paise} />,
    })}
  </p>
);

/** Shows the amounts of leaving the loan today. */
function Exit({ coolingOff }: { coolingOff: CoolingOff }) {
  const { lender_name: lender } = useServicing().servicing;
  const { paid_paise: paid, fee_kept_paise: fee, refund_paise: refund } = coolingOff;
  const isPaidBack = refund > 0;
  return (
    <>
      <Facts
        facts={[
          [t('servicing.coolingOff.paidOut', { lender }), <Paise paise={coolingOff.paid_out_paise} />],
          [t('servicing.coolingOff.interest'), <Paise paise={coolingOff.interest_paise} />],
          fee > 0 && [t('servicing.coolingOff.fee'), <Paise paise={fee} />],
          paid > 0 && [
            t('servicing.coolingOff.paid'),
            <>
              −<Paise paise={paid} />
            </>,
          ],
          [
            t(isPaidBack ? 'servicing.coolingOff.refund' : 'servicing.coolingOff.total'),
            <Paise paise={isPaidBack ? refund : coolingOff.exit_paise} />,
            'total',
          ],
        ]}
      />
      {fee > 0 && <p className="text-muted">{t('servicing.coolingOff.feeKept', { lender })}</p>}
    </>
  );
}

function CancelButton({ onRequested }: { onRequested: () => void }) {
  const { servicing, change } = useServicing();
  const { loan_id: id, cooling_off: coolingOff, lender_name: lender } = servicing;
  return (
    <div>
      <ConfirmButton
        label={t('servicing.cancellation.open')}
        role="alertdialog"
        danger
        title={t('servicing.cancellation.confirm')}
        cancel={t('servicing.cancellation.keep')}
        confirm={t('servicing.cancellation.open')}
        operation="requestCancellation"
        params={{ path: { id } }}
        onSuccess={(changed) => {
          onRequested();
          change(changed);
        }}
        failure={(error) => <CallFailure failure={error} />}
      >
        <p>
          {coolingOff
            ? t('servicing.coolingOff.confirm')
            : t('servicing.cancellation.confirm.help', { lender })}
        </p>
        {coolingOff && <Exit coolingOff={coolingOff} />}
      </ConfirmButton>
    </div>
  );
}
