/** What the customer has paid: when, for what and how, what became of it, and its receipt. */
import { FormattedMessage } from 'react-intl';
import { asPaymentMethod, type PaymentMethod } from '../../../domain/servicing/payment-methods.ts';
import type { PaymentPurpose, ReceivedPayment, Servicing } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Paise } from '../../ui/money.tsx';
import { Moment } from '../moment.tsx';
import { DocumentLink } from './document-link.tsx';
import './payments.css';

export const purposeNames = {
  advance: 'servicing.step.payAdvance',
  instalment: 'servicing.returned.instalment',
  foreclosure: 'servicing.foreclosure.title',
  cooling_off: 'servicing.coolingOff.title',
} as const satisfies Record<PaymentPurpose, MessageId>;

const methods = {
  upi: 'servicing.mandate.upi',
  card: 'servicing.payments.card',
  net_banking: 'servicing.mandate.netBanking',
} as const satisfies Record<PaymentMethod, MessageId>;

export function Payments({ servicing }: { servicing: Servicing }) {
  const { payments, loan_id: loanId } = servicing;
  if (payments.length === 0) return null;
  return (
    <CollapsibleCard
      id="payments"
      title={<FormattedMessage id="servicing.payments.title" />}
      summary={<FormattedMessage id="servicing.payments.count" values={{ count: payments.length }} />}
      startsOpen={false}
    >
      <ul className="received-payments">
        {payments.map((payment) => (
          <li key={payment.payment_id} className="received-payment">
            <ReceivedPaymentFacts payment={payment} />
            {payment.receipt ? (
              <DocumentLink loanId={loanId} document={payment.receipt} />
            ) : (
              payment.state === 'captured' && (
                <p className="text-muted">
                  <FormattedMessage id="servicing.payments.receiptSoon" />
                </p>
              )
            )}
          </li>
        ))}
      </ul>
    </CollapsibleCard>
  );
}

function ReceivedPaymentFacts({ payment }: { payment: ReceivedPayment }) {
  const { purpose, instalment, method, state, paid_at: paidAt, refund_reference: reference } = payment;
  const named = asPaymentMethod(method);
  const isForOldest = purpose === 'instalment' && instalment === null;
  return (
    <div>
      <p>
        <strong>
          <Paise paise={payment.amount_paise} />
        </strong>{' '}
        <FormattedMessage
          id={isForOldest ? 'servicing.invoices.title' : purposeNames[purpose]}
          values={{ number: instalment }}
        />
      </p>
      <p className="text-muted">
        <Moment at={paidAt} />, {named ? <FormattedMessage id={methods[named]} /> : method}
      </p>
      {(state === 'refunded' || reference !== null) && (
        <p>
          <strong>
            {reference === null ? (
              <FormattedMessage id="servicing.payments.refunded" />
            ) : (
              <FormattedMessage id="servicing.payments.refundedByLender" values={{ reference }} />
            )}
          </strong>
        </p>
      )}
      {state === 'held' && (
        <p>
          <strong>
            <FormattedMessage id="servicing.payments.held" />
          </strong>
        </p>
      )}
    </div>
  );
}
