/** Lists the customer's payments: date, purpose, method, state and receipt. */
import { FormattedDate } from 'react-intl';
import { asPaymentMethod, type PaymentMethod } from '../../../domain/servicing/payment-methods.ts';
import type { PaymentPurpose, ReceivedPayment } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Paise } from '../../ui/money.tsx';
import { Moment } from '../moment.tsx';
import { t } from '../../i18n/i18n.tsx';
import { DocumentLink } from './document-link.tsx';
import { useServicing } from './servicing.ts';
import { isLendersCollection, isReceiptPending } from './steps.ts';
import './payments.css';

export const purposeNames = {
  advance: 'servicing.step.payAdvance',
  instalment: 'servicing.returned.instalment',
  foreclosure: 'servicing.foreclosure.title',
  cooling_off: 'servicing.coolingOff.title',
  prepay_fewer: 'servicing.prepayment.title',
  prepay_smaller: 'servicing.prepayment.title',
} as const satisfies Record<PaymentPurpose, MessageId>;

const methods = {
  upi: 'servicing.mandate.upi',
  card: 'servicing.payments.card',
  net_banking: 'servicing.mandate.netBanking',
} as const satisfies Record<PaymentMethod, MessageId>;

const collections = {
  mandate: 'servicing.step.mandate',
  lender: 'servicing.payments.lender',
} as const;

const stateNames: Partial<Record<ReceivedPayment['state'], MessageId>> = {
  held: 'servicing.payments.held',
  refunding: 'servicing.payments.refunding',
  disputed: 'servicing.payments.disputed',
};

export function Payments() {
  const { payments, loan_id: loanId } = useServicing().servicing;
  if (payments.length === 0) return null;
  return (
    <CollapsibleCard
      id="payments"
      title={t('servicing.payments.title')}
      summary={t('servicing.payments.count', { count: payments.length })}
      startsOpen={false}
    >
      <ul className="stack-s3">
        {payments.map((payment) => (
          <li key={payment.payment_id} className="received-payment row-between">
            <ReceivedPaymentFacts payment={payment} />
            {payment.receipt ? (
              <DocumentLink loanId={loanId} document={payment.receipt} />
            ) : (
              isReceiptPending(payment) && <p className="text-muted">{t('servicing.payments.receiptSoon')}</p>
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
  const isCollection = isLendersCollection(method);
  const name = isCollection ? collections[method] : named && methods[named];
  const asIs = stateNames[state];
  const isForOldest = purpose === 'instalment' && instalment === null;
  return (
    <div>
      <p>
        <strong>
          <Paise paise={payment.amount_paise} />
        </strong>{' '}
        {t(isForOldest ? 'servicing.invoices.title' : purposeNames[purpose], { number: instalment })}
      </p>
      <p className="text-muted">
        {isCollection ? <FormattedDate value={paidAt} dateStyle="long" /> : <Moment at={paidAt} />},{' '}
        {name ? t(name) : method}
      </p>
      {(state === 'refunded' || reference !== null) && (
        <p>
          <strong>
            {reference === null
              ? t('servicing.payments.refunded')
              : t('servicing.payments.refundedByLender', { reference })}
          </strong>
        </p>
      )}
      {asIs && (
        <p>
          <strong>{t(asIs)}</strong>
        </p>
      )}
    </div>
  );
}
