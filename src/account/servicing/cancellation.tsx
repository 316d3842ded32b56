/** Ends a loan: before the disbursal at once; in the cooling-off period by paying back what the lender has paid. */
import { useState } from 'react';
import { FormattedDate, FormattedMessage } from 'react-intl';
import type { Servicing } from '../../../domain/wire.ts';
import { useFormSubmission } from '../../hooks/form-submission.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Paise } from '../../ui/Paise.tsx';
import { useServices } from '../services.ts';
import { CallFailure } from './call-failure.tsx';
import { Payment } from './payment.tsx';

export interface CancellationProps {
  servicing: Servicing;
  onChanged: (servicing: Servicing) => void;
  onOutdated: () => void;
}

/** Nothing once the cooling-off period is over. */
export function Cancellation(props: CancellationProps) {
  const { servicing } = props;
  const { cancellation_order: order, cooling_off: coolingOff, disbursed_on: disbursedOn } = servicing;
  const [isRequested, setRequested] = useState(false);
  if (disbursedOn !== null && !coolingOff) return null;
  return (
    <Card
      title={
        <FormattedMessage id={coolingOff ? 'servicing.coolingOff.title' : 'servicing.cancellation.title'} />
      }
    >
      {coolingOff ? (
        <p>
          <FormattedMessage
            id="servicing.coolingOff.help"
            values={{
              date: <FormattedDate value={coolingOff.ends_on} dateStyle="long" timeZone="UTC" />,
              amount: <Paise paise={coolingOff.exit_paise} />,
            }}
          />
        </p>
      ) : (
        <p>
          <FormattedMessage id="servicing.cancellation.help" />
        </p>
      )}
      {coolingOff && (order || isRequested) ? (
        <Payment
          loanId={servicing.loan_id}
          purpose="cooling_off"
          amount={order?.amount_paise ?? coolingOff.exit_paise}
          orderId={order?.order_id ?? null}
          onPaid={props.onOutdated}
        >
          <FormattedMessage
            id="servicing.payment.pay"
            values={{ amount: <Paise paise={order?.amount_paise ?? coolingOff.exit_paise} /> }}
          />
        </Payment>
      ) : (
        <CancelButton {...props} onRequested={() => setRequested(true)} />
      )}
    </Card>
  );
}

function CancelButton(props: CancellationProps & { onRequested: () => void }) {
  const { servicing, onChanged, onRequested } = props;
  const { call } = useServices();
  const [isConfirming, setConfirming] = useState(false);
  const { loan_id: id, cooling_off: coolingOff, lender_name: lender } = servicing;
  const { state, failure, submit } = useFormSubmission<null>(async (_, signal) => {
    const outcome = await call('requestCancellation', { path: { id } }, { signal });
    if (outcome.kind === 'ok') {
      setConfirming(false);
      onRequested();
      onChanged(outcome.value);
    }
    return outcome;
  });
  return (
    <>
      <div>
        <Button onPress={() => setConfirming(true)}>
          <FormattedMessage id="servicing.cancellation.open" />
        </Button>
      </div>
      {isConfirming && (
        <Dialog
          role="alertdialog"
          title={<FormattedMessage id="servicing.cancellation.confirm" />}
          onCancel={() => setConfirming(false)}
          actions={
            <>
              <Button kind="quiet" onPress={() => setConfirming(false)}>
                <FormattedMessage id="servicing.cancellation.keep" />
              </Button>
              <Button kind="danger" busy={state === 'sending'} onPress={() => submit(null)}>
                <FormattedMessage id="servicing.cancellation.open" />
              </Button>
            </>
          }
        >
          <p>
            {coolingOff ? (
              <FormattedMessage
                id="servicing.coolingOff.confirm"
                values={{ amount: <Paise paise={coolingOff.exit_paise} /> }}
              />
            ) : (
              <FormattedMessage id="servicing.cancellation.confirm.help" values={{ lender }} />
            )}
          </p>
          <CallFailure failure={failure} />
        </Dialog>
      )}
    </>
  );
}
