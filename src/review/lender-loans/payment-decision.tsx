/** Decides a payment that does not count by itself: it is counted, or refunded by either side. */
import { useState } from 'react';
import type {
  LenderLoan,
  LenderPayment,
  PaymentDecisionAnswer,
  PaymentDecision as PaymentDecisionBody,
} from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { Failure } from '../../../machines/outcome.ts';
import { ConfirmButton } from '../../data/confirm-button.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useMayDecide } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';
import { formatPaymentAmount, PaymentText } from './payment-text.tsx';
import './lender-loans.css';

type Decision = PaymentDecisionBody['decision'];

const dialogs = {
  count: { title: 'review.payment.count.title', help: 'review.payment.count.help' },
  refund: { title: 'review.payment.refund.title', help: 'review.payment.refund.help' },
  refunded_by_lender: {
    title: 'review.payment.refundedByLender.title',
    help: 'review.payment.refundedByLender.help',
  },
  double_refund_settled: { title: 'review.payment.settle.title', help: 'review.payment.settle.help' },
} as const satisfies Record<Decision, Record<'title' | 'help', MessageId>>;

const buttons = {
  count: 'review.payment.count',
  refund: 'review.payment.refund',
  refunded_by_lender: 'review.payment.refundedByLender',
  double_refund_settled: 'review.payment.settle',
} as const satisfies Record<Decision, MessageId>;

/** The texts about a payment by its decision, with a warning before another one. */
const states = {
  count: { title: 'review.payment.counted' },
  refund: { title: 'review.payment.refunding' },
  refund_refused: { title: 'review.payment.refundRefused', help: 'review.payment.refundRefused.help' },
  refunded_by_lender: { title: 'review.payment.refundedByLender.done' },
  refunded_twice: { title: 'review.payment.refundedTwice', help: 'review.payment.refundedTwice.help' },
  double_refund_settled: { title: 'review.payment.settled' },
} as const satisfies Record<NonNullable<LenderPayment['decision']>, { title: MessageId; help?: MessageId }>;

const stateOf = ({ decision }: LenderPayment): { title: MessageId; help?: MessageId } | null =>
  decision && states[decision];

export interface PaymentDecisionProps {
  loanId: string;
  /** The customer's. */
  name: string;
  payment: LenderPayment;
  /** Called with the lender loan as the server has it then. */
  onChanged: (lenderLoan: LenderLoan) => void;
}

export function PaymentDecision(props: PaymentDecisionProps) {
  const { payment } = props;
  const mayDecide = useMayDecide();
  const made = payment.made_decision;
  const waiting = made?.state === 'waiting' ? made : null;
  const decisions = mayDecide && !waiting ? decisionsOn(payment) : [];
  const state = stateOf(payment);
  if (!state && !made && decisions.length === 0) return null;
  const answers = waiting && mayDecide ? answersTo(waiting) : [];
  return (
    <span className="payment-decision">
      {state && payment.decision !== 'refunded_twice' && (
        <span>{t(state.title, { reference: payment.refund_reference })}</span>
      )}
      {made && <DecisionText made={made} />}
      {answers.map((answer) => (
        <AnswerButton key={answer} {...props} answer={answer} />
      ))}
      {decisions.map((decision, index) => (
        <DecisionButton key={decision} {...props} decision={decision} isUsual={index === 0} />
      ))}
    </span>
  );
}

type MadeDecision = NonNullable<LenderPayment['made_decision']>;
type Answer = PaymentDecisionAnswer['answer'];

/** Says who has decided what, why, and what a second person has answered. */
function DecisionText({ made }: { made: MadeDecision }) {
  const { decision, state, reference, note, by, answered_by: answered } = made;
  const isConfirmed = state === 'made' && answered !== null ? 'yes' : 'no';
  return (
    <>
      {state === 'waiting' && <span>{t('review.payment.waiting', { decision, reference })}</span>}
      {note && (
        <span className="lender-loan-detail">
          {t('review.payment.madeBy', { state, by, note, answered, isConfirmed })}
        </span>
      )}
    </>
  );
}

const answersTo = ({ is_own: isOwn }: MadeDecision): readonly Answer[] =>
  isOwn ? ['decline'] : ['confirm', 'decline'];

const answerTexts = {
  confirm: { title: 'review.payment.confirm.title', help: 'review.payment.confirm.help' },
  decline: { title: 'review.payment.decline.title', help: 'review.payment.decline.help' },
} as const satisfies Record<Answer, Record<'title' | 'help', MessageId>>;

const labelOf = (answer: Answer, isOwn: boolean): MessageId => {
  if (answer === 'confirm') return 'review.payment.confirm';
  return isOwn ? 'review.payment.takeBack' : 'review.payment.decline';
};

/** The second person carries out what the first has decided, or drops it; the first can take it back. */
function AnswerButton({ answer, ...props }: PaymentDecisionProps & { answer: Answer }) {
  const { loanId, payment, name, onChanged } = props;
  const made = payment.made_decision;
  const { title, help } = answerTexts[answer];
  const label = t(labelOf(answer, made?.is_own === true));
  return (
    <ConfirmButton
      label={label}
      title={t(title, { amount: formatPaymentAmount(payment), name })}
      cancel={t('review.form.cancel')}
      confirm={label}
      operation="answerPaymentDecision"
      params={{
        path: { id: loanId, payment_id: payment.payment_id },
        body: { decision_id: made?.decision_id ?? '', answer },
      }}
      onSuccess={onChanged}
      failure={(error) => <ErrorNote role="alert">{t(failureMessage(error))}</ErrorNote>}
    >
      <PaymentText payment={payment} />
      <p>{t(help)}</p>
    </ConfirmButton>
  );
}

export const isDecided = (payment: LenderPayment): boolean => paymentGroupOf(payment) === 'done';

export const paymentGroups = ['decide', 'second', 'done'] as const;
export type PaymentGroup = (typeof paymentGroups)[number];

/** Says whether a payment waits for a decision, for a second person to confirm one, or for neither. */
export function paymentGroupOf(payment: LenderPayment): PaymentGroup {
  if (payment.made_decision?.state === 'waiting') return 'second';
  return decisionsOn(payment).length > 0 ? 'decide' : 'done';
}

/** Returns what can be decided, the usual decision first. */
function decisionsOn({ state, decision, countable, held_because: why }: LenderPayment): readonly Decision[] {
  if (decision === 'refunded_twice') return ['double_refund_settled'];
  if (state !== 'held' || decision === 'refund') return [];
  const both = why === 'less' ? (['count', 'refund'] as const) : (['refund', 'count'] as const);
  const ordered = both.filter((one) => one === 'refund' || countable !== null);
  return decision === 'refund_refused' ? [...ordered, 'refunded_by_lender'] : ordered;
}

function DecisionButton(props: PaymentDecisionProps & { decision: Decision; isUsual: boolean }) {
  const { loanId, payment, name, decision, isUsual, onChanged } = props;
  const { payment_id, amount_paise } = payment;
  const [reference, setReference] = useState('');
  const [note, setNote] = useState('');
  const { title, help } = dialogs[decision];
  const known = stateOf(payment);
  const isByLender = decision === 'refunded_by_lender';
  // The contract says what a reference looks like, and that there is a reason.
  const isInvalid = (error: Failure | null) => error?.kind === 'refused' && error.status === 400;
  const isNoteMissing = note.trim() === '';
  return (
    <ConfirmButton
      label={t(buttons[decision])}
      kind={isUsual ? 'secondary' : 'quiet'}
      title={t(title, { amount: formatPaymentAmount(payment), name })}
      cancel={t('review.form.cancel')}
      confirm={t(buttons[decision])}
      operation="decidePayment"
      params={{
        path: { id: loanId, payment_id },
        body: {
          decision,
          amount_paise,
          ...(isByLender && { reference: reference.trim() }),
          note: note.trim(),
        },
      }}
      onSuccess={onChanged}
      failure={(error) => !isInvalid(error) && <ErrorNote role="alert">{t(failureMessage(error))}</ErrorNote>}
    >
      {(error) => (
        <>
          <PaymentText payment={payment} />
          {known?.help && <p>{t(known.help, { reference: payment.refund_reference })}</p>}
          <p>
            {t(help, { purpose: payment.countable ?? 'none' })}{' '}
            {!payment.needs_second_person && t('review.payment.final')}
          </p>
          {payment.needs_second_person && <p>{t('review.payment.secondPerson')}</p>}
          {isByLender && (
            <TextInput
              id="refund-reference"
              label={t('review.payment.reference')}
              hint={t('review.payment.reference.hint')}
              value={reference}
              onValue={setReference}
              autoComplete="off"
              autoCapitalize="characters"
              error={isInvalid(error) && !isNoteMissing && t('review.payment.reference.error')}
            />
          )}
          <TextArea
            id="payment-note"
            label={t('review.payment.note')}
            value={note}
            onValue={setNote}
            error={isInvalid(error) && isNoteMissing && t('review.payment.note.error')}
          />
        </>
      )}
    </ConfirmButton>
  );
}

const failureMessage = (failure: Failure): MessageId =>
  failure.kind === 'refused' && failure.status === 409
    ? 'review.payment.changed'
    : 'review.payment.notDecided';
