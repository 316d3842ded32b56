/** A payment on a provider's page, as a screen shows it: before, while it is not known whether it arrived, and after. */
import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { type Actor, createActor, fromPromise } from 'xstate';
import { newUuid } from '../../../domain/values/uuid.ts';
import type { PaymentPurpose, ReceivedPayment, Servicing } from '../../../domain/values/wire.ts';
import { provideActors } from '../../../machines/provide-actors.ts';
import { paymentMachine } from '../../../machines/servicing/payment.ts';
import { actorOptions } from '../../hooks/actor-options.ts';
import { useLocalActor } from '../../hooks/local-actor.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Paise, usePaiseFormat } from '../../ui/money.tsx';
import { Officer } from '../grievance/officer.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';
import { CallFailure } from '../call-failure.tsx';
import { useServicing } from './servicing.ts';
import { useIntl } from 'react-intl';
import './payment.css';

interface PaymentProps {
  purpose: PaymentPurpose;
  /** The number of the instalment that is paid. */
  instalment?: number;
  /** The amount in whole paise. */
  amount: number;
  /** The id of an order that was created before, here or on another device; null if there is none. */
  orderId: string | null;
  /** Called once the payment has arrived, before the servicing is read again; later values are ignored. */
  onPaid?: () => void;
  /** The label of the button. */
  children: ReactNode;
}

type PaymentActor = Actor<typeof paymentMachine>;

/** Give it a key if the purpose, the instalment or the amount of a part-prepayment can change. */
export function Payment({ children, ...payment }: PaymentProps) {
  const { amount } = payment;
  const { payee } = useServicing().servicing;
  const actor = usePayment(payment);
  const format = usePaiseFormat();
  const now = useSelector(actor, (snapshot) => snapshot);
  const { failure, order } = now.context;
  const isPaid = now.matches('paid');
  // The first reading of an order that was created before.
  const isChecking = now.matches('checking') && order === null;
  const isOpen = now.matches('pending') || now.matches('checking') || now.matches('atProvider');
  const isUnknown = now.matches('unknown');
  const isAsked = !isPaid && !isUnknown && !isChecking;
  const held = isOpen && order !== null && order.held_paise > 0 ? order.held_paise : null;
  return (
    <div className="stack">
      <div role="status" className="payment-state">
        {isPaid && (
          <p className="payment-paid icon-line">
            <CheckIcon />{' '}
            <span>
              {t('servicing.payment.paid', { amount: <Paise paise={order?.amount_paise ?? amount} /> })}
            </span>
          </p>
        )}
        {isChecking && <p>{t('servicing.payment.checking')}</p>}
        {held !== null && <HeldNotice amount={format(held)} />}
        {isOpen && order !== null && held === null && (
          <p>{t(order.url === null ? 'servicing.payment.noPage' : 'servicing.payment.pending')}</p>
        )}
        {now.matches('expired') && <p>{t('servicing.payment.expired')}</p>}
      </div>
      {isUnknown && (
        <Banner kind="notice" role="alert" title={t('servicing.payment.unknown')}>
          <p>{t('servicing.payment.unknown.help')}</p>
        </Banner>
      )}
      <CallFailure failure={failure} />
      {isUnknown && (
        <div className="payment-action">
          <Button kind="primary" wide onPress={() => actor.send({ type: 'retry.requested' })}>
            {t('servicing.payment.check')}
          </Button>
        </div>
      )}
      {isAsked && held === null && payee === null && <NoPayee />}
      {isAsked && held === null && payee !== null && (
        <div className="payment-action stack-s3">
          <Button
            kind="primary"
            wide
            busy={now.matches('creating')}
            disabled={isOpen && order?.url === null}
            onPress={() => actor.send({ type: 'payment.requested' })}
          >
            {isOpen ? t('servicing.payment.again') : children}
          </Button>
          <p className="text-muted">{t('servicing.payment.payee', { payee })}</p>
          <p className="text-muted text-small">{t('servicing.payment.more')}</p>
        </div>
      )}
    </div>
  );
}

function usePayment(payment: Omit<PaymentProps, 'children'>): PaymentActor {
  const { purpose, instalment, amount, orderId, onPaid } = payment;
  const { servicing, refetch } = useServicing();
  const { loan_id: loanId } = servicing;
  const { call } = useServices();
  const { history } = useRouter();
  const shownAmount = useRef(amount);
  useLayoutEffect(() => {
    shownAmount.current = amount;
  });
  const actor = useLocalActor(() => {
    const machine = provideActors(paymentMachine, {
      createOrder: fromPromise(({ input: { key }, signal }) =>
        call(
          'createPaymentOrder',
          {
            path: { id: loanId },
            header: { 'Idempotency-Key': key ?? '' },
            body: {
              purpose,
              ...(instalment !== undefined && { instalment }),
              // The amount of a former order may not be due any more.
              ...(orderId === null && { amount_paise: shownAmount.current }),
            },
          },
          { signal },
        ),
      ),
      readOrder: fromPromise(({ input: { orderId: id }, signal }) =>
        call('readPaymentOrder', { path: { id: loanId, order_id: id ?? '' } }, { signal }),
      ),
    }).provide({
      actions: {
        openPaymentPage: (_, { url }) => {
          if (url !== null) window.location.assign(url);
        },
        notifyPaid: () => {
          // The address names the order that the provider's page led back from.
          if (window.location.search !== '') history.replace(window.location.pathname);
          onPaid?.();
          refetch();
        },
      },
    });
    return createActor(machine, { input: { orderId, newKey: newUuid }, ...actorOptions });
  });
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') actor.send({ type: 'page.returned' });
    };
    // The browser's back button fires `pageshow` alone.
    window.addEventListener('pageshow', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('pageshow', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [actor]);
  return actor;
}

/** The notice in place of a payment and of a mandate if the lender has no account for them. */
export function NoPayee() {
  const { lender_name: lender, grievance_officer: officer } = useServicing().servicing;
  return (
    <Banner kind="notice" title={t('servicing.payee.none', { lender })}>
      <p>{t('servicing.payee.none.help', { lender })}</p>
      {officer && <Officer officer={officer} />}
    </Banner>
  );
}

/** Returns the order that the address names after the return from the payment page; null if it names none. */
export const orderIdIn = (search: string): string | null => new URLSearchParams(search).get('order');

/** Lists the payments that staff check. */
export const heldPaymentsOf = ({ payments }: Pick<Servicing, 'payments'>): ReceivedPayment[] =>
  payments.filter(({ state }) => state === 'held');

/** Returns whether a payment is held; other payments are blocked until it is decided. */
export const hasHeldPayment = (servicing: Pick<Servicing, 'payments'>): boolean =>
  heldPaymentsOf(servicing).length > 0;

/** Says at the top that money has arrived which does not count yet, so that the customer does not pay again. */
export function HeldPayment() {
  const { servicing } = useServicing();
  const intl = useIntl();
  const format = usePaiseFormat();
  const held = heldPaymentsOf(servicing);
  if (held.length === 0) return null;
  const amounts = held.map(({ amount_paise: paise, currency, paid_at: at }) => {
    const amount = format(paise).replace('₹', currency === 'INR' ? '₹' : `${currency} `);
    return `${amount} (${intl.formatDate(at, { dateStyle: 'medium' })})`;
  });
  return <HeldNotice amount={intl.formatList(amounts)} />;
}

/** @param props.amount with its currency */
const HeldNotice = ({ amount }: { amount: string }) => (
  <Banner kind="notice" title={t('servicing.held.title', { amount })}>
    <p>{t('servicing.held.help')}</p>
  </Banner>
);
