/** What becomes of a payment that does not count by itself: it is counted after all, or given back. */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { LenderLoan, LenderPayment } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { Failure } from '../../../machines/outcome.ts';
import { useFormSubmission } from '../../hooks/form-submission.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/FieldShell.tsx';
import { useMayDecide } from '../permissions.ts';
import { useServices } from '../services.ts';
import { amountText } from './amount-text.ts';
import './lender-loans.css';

type Decision = Exclude<NonNullable<LenderPayment['decision']>, 'refund_refused'>;

const dialogs = {
  count: { title: 'review.payment.count.title', help: 'review.payment.count.help' },
  refund: { title: 'review.payment.refund.title', help: 'review.payment.refund.help' },
} as const satisfies Record<Decision, Record<'title' | 'help', MessageId>>;

const buttons = {
  count: 'review.payment.count',
  refund: 'review.payment.refund',
} as const satisfies Record<Decision, MessageId>;

export interface PaymentDecisionProps {
  loanId: string;
  payment: LenderPayment;
  /** Called with the lender loan as the server has it then. */
  onChanged: (lenderLoan: LenderLoan) => void;
}

export function PaymentDecision({ loanId, payment, onChanged }: PaymentDecisionProps) {
  const mayDecide = useMayDecide();
  const [chosen, setChosen] = useState<Decision | null>(null);
  if (payment.decision === 'count') return <FormattedMessage id="review.payment.counted" />;
  if (payment.decision === 'refund') return <FormattedMessage id="review.payment.refunding" />;
  const isRefused = payment.decision === 'refund_refused';
  if (payment.state !== 'held' || (!mayDecide && !isRefused)) return null;
  return (
    <span className="payment-decision">
      {isRefused && (
        <span>
          <FormattedMessage id="review.payment.refundRefused" />
          <span className="lender-loan-detail">
            <FormattedMessage id="review.payment.refundRefused.help" />
          </span>
        </span>
      )}
      {(mayDecide ? decisionsOn(payment) : []).map((decision) => (
        <Button key={decision} onPress={() => setChosen(decision)}>
          <FormattedMessage id={buttons[decision]} />
        </Button>
      ))}
      {chosen && (
        <Confirmation {...{ loanId, payment, onChanged }} decision={chosen} onClose={() => setChosen(null)} />
      )}
    </span>
  );
}

const decisionsOn = ({ countable }: LenderPayment): readonly Decision[] =>
  countable ? ['count', 'refund'] : ['refund'];

function Confirmation({
  loanId,
  payment,
  decision,
  onChanged,
  onClose,
}: PaymentDecisionProps & { decision: Decision; onClose: () => void }) {
  const { call } = useServices();
  const { payment_id, amount_paise } = payment;
  const { state, failure, submit } = useFormSubmission<Decision>(async (body, signal) => {
    const path = { id: loanId, payment_id };
    const outcome = await call('decidePayment', { path, body: { decision: body, amount_paise } }, { signal });
    if (outcome.kind === 'ok') {
      onClose();
      onChanged(outcome.value);
    }
    return outcome;
  });
  const { title, help } = dialogs[decision];
  return (
    <Dialog
      title={<FormattedMessage id={title} values={{ amount: amountText(payment) }} />}
      onCancel={onClose}
      actions={
        <>
          <Button onPress={onClose}>
            <FormattedMessage id="review.form.cancel" />
          </Button>
          <Button kind="primary" busy={state === 'sending'} onPress={() => submit(decision)}>
            <FormattedMessage id={buttons[decision]} />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id={help} values={{ purpose: payment.countable ?? 'none' }} />
      </p>
      {failure && (
        <ErrorNote role="alert">
          <FormattedMessage id={failureMessage(failure)} />
        </ErrorNote>
      )}
    </Dialog>
  );
}

const failureMessage = (failure: Failure): MessageId =>
  failure.kind === 'refused' && failure.status === 409
    ? 'review.payment.changed'
    : 'review.payment.notDecided';
