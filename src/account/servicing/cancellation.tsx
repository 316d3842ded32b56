/** Ends a loan before the disbursal, at once and at no cost. */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Servicing } from '../../../domain/wire.ts';
import { useFormSubmission } from '../../hooks/form-submission.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useServices } from '../services.ts';
import { CallFailure } from './call-failure.tsx';

export interface CancellationProps {
  servicing: Servicing;
  onChanged: (servicing: Servicing) => void;
}

/** Nothing once the institution is paid. */
export function Cancellation({ servicing, onChanged }: CancellationProps) {
  const { call } = useServices();
  const [isConfirming, setConfirming] = useState(false);
  const { loan_id: id, lender_name: lender, disbursed_on: disbursedOn } = servicing;
  const { state, failure, submit } = useFormSubmission<null>(async (_, signal) => {
    const outcome = await call('requestCancellation', { path: { id } }, { signal });
    if (outcome.kind === 'ok') {
      setConfirming(false);
      onChanged(outcome.value);
    }
    return outcome;
  });
  if (disbursedOn !== null) return null;
  return (
    <Card title={<FormattedMessage id="servicing.cancellation.title" />}>
      <p>
        <FormattedMessage id="servicing.cancellation.help" />
      </p>
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
            <FormattedMessage id="servicing.cancellation.confirm.help" values={{ lender }} />
          </p>
          <CallFailure failure={failure} />
        </Dialog>
      )}
    </Card>
  );
}
