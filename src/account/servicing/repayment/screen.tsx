/** A loan in repayment: the next payment, the progress as a picture, the instalments, and the early closure. */
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { accountPath } from '../../../../domain/pages/account-pages.ts';
import type { Outcome } from '../../../../domain/values/outcome.ts';
import type { Invoice, Servicing } from '../../../../domain/values/wire.ts';
import type { Call } from '../../../api/call.ts';
import { pollWhile, setQueryData, useQuery, useApiQuery, Loaded } from '../../../data/query.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { AmountScope, Paise } from '../../../ui/money.tsx';
import { useServices } from '../../services.ts';
import { Cancellation } from '../cancellation.tsx';
import { Documents } from '../documents.tsx';
import { HeldPayment, hasHeldPayment, orderIdIn, Payment } from '../payment.tsx';
import { LenderHelp } from '../lender-help.tsx';
import { Columns } from '../../columns.tsx';
import { useAddressId } from '../../../shell/address-id.ts';
import { LoanPage } from '../loan-page.tsx';
import { RegisteredMandate } from '../mandate.tsx';
import { NoServicing } from '../no-servicing.tsx';
import { Payments, purposeNames } from '../payments.tsx';
import { ServicingProvider, useServicing } from '../servicing.ts';
import { isRepaying, isServicingPending } from '../steps.ts';
import { MandateStep } from '../steps/step-panels.tsx';
import { t } from '../../../i18n/i18n.tsx';
import { Foreclosure } from './foreclosure.tsx';
import { Invoices } from './invoices.tsx';
import { NextPayment } from './next-payment.tsx';
import { Prepayment } from './prepayment.tsx';
import { Progress } from './progress.tsx';

export default function RepaymentScreen() {
  const loanId = useAddressId();
  return <RepaymentOfLoan key={loanId} loanId={loanId} />;
}

interface Repayment {
  servicing: Servicing;
  /** The earliest due first. */
  invoices: Invoice[];
  /** The amount paid beyond all invoices, in whole paise. */
  credit: number;
}

async function readRepayment(call: Call, id: string, signal: AbortSignal): Promise<Outcome<Repayment>> {
  const path = { id };
  const servicing = await call('readServicing', { path }, { signal });
  if (servicing.kind !== 'ok') return servicing;
  const list = await call('listInvoices', { path }, { signal });
  if (list.kind !== 'ok') return list;
  const { invoices, credit_paise: credit } = list.value;
  return { kind: 'ok', value: { servicing: servicing.value, invoices, credit } };
}

const isPending = ({ servicing }: Repayment) => isServicingPending(servicing);

function RepaymentOfLoan({ loanId }: { loanId: string }) {
  const { call } = useServices();
  const { searchStr } = useLocation();
  // It stays on the screen once its payment has arrived, when the address no longer names it.
  const [orderId] = useState(() => orderIdIn(searchStr));
  const query = {
    queryKey: ['readServicing', loanId, 'listInvoices'],
    queryFn: ({ signal }: { signal: AbortSignal }) => readRepayment(call, loanId, signal),
    ...pollWhile(isPending),
  };
  const repayment = useQuery(query);
  return (
    <LoanPage
      title="servicing.repayment.title"
      lead="servicing.repayment.lead"
      query={repayment}
      notFound={<NoServicing loanId={loanId} failure={repayment.error} />}
    >
      {(read) =>
        read.servicing.disbursed_on === null ? (
          <NotDisbursed loanId={loanId} />
        ) : (
          <AmountScope shown={read}>
            <ServicingProvider
              value={{
                servicing: read.servicing,
                change: (servicing) => {
                  setQueryData(query, { ...read, servicing });
                  // A mandate that ends, or a loan that is left, changes the invoices too.
                  void repayment.refetch();
                },
                refetch: () => void repayment.refetch(),
              }}
            >
              <Content {...read} orderId={orderId} />
            </ServicingProvider>
          </AmountScope>
        )
      }
    </LoanPage>
  );
}

function NotDisbursed({ loanId }: { loanId: string }) {
  return (
    <Card>
      <p>{t('servicing.repayment.notDisbursed')}</p>
      <div>
        <ButtonLink href={accountPath('servicing', loanId)}>{t('servicing.offers.accepted.open')}</ButtonLink>
      </div>
    </Card>
  );
}

interface ContentProps extends Repayment {
  /** The id of the order whose payment page led back here; null if there is none. */
  orderId: string | null;
}

function Content({ servicing, invoices, credit, orderId }: ContentProps) {
  const canBePaid = isRepaying(servicing);
  const isHeld = hasHeldPayment(servicing);
  const awaitsDebit = invoices.some((invoice) => invoice.awaits_debit);
  return (
    <Columns
      top={
        <>
          {orderId !== null && <ReturnedPayment orderId={orderId} canPay={!isHeld} />}
          <HeldPayment />
        </>
      }
      side={
        <>
          <EndOfLoan credit={invoices.length === 0 ? credit : 0} />
          {canBePaid && <NextPayment invoices={invoices} />}
        </>
      }
    >
      {invoices.length > 0 && (
        <>
          <Progress invoices={invoices} credit={credit} />
          <Invoices loanId={servicing.loan_id} invoices={invoices} />
        </>
      )}
      <Payments />
      <Documents />
      {canBePaid && (
        <>
          {servicing.mandate.state === 'registered' ? (
            <RegisteredMandate />
          ) : (
            // The card of the next payment says who to ask instead.
            servicing.payee !== null && <MandateStep />
          )}
          <Cancellation />
          <Prepayment />
          <Foreclosure canPay={!isHeld && !awaitsDebit} awaitsDebit={awaitsDebit} />
        </>
      )}
      <LenderHelp />
    </Columns>
  );
}

/** Says how the loan has ended; empty during repayment. @param props.credit in paise, if no invoices show it */
function EndOfLoan({ credit }: { credit: number }) {
  const { servicing } = useServicing();
  if (servicing.stage === 'closed')
    return (
      <Banner kind="done" title={t('servicing.closed.title')}>
        <p>{t('servicing.closed.help', { lender: servicing.lender_name })}</p>
      </Banner>
    );
  if (servicing.stage !== 'cancelled') return null;
  return (
    <Card title={t('servicing.ended.cancelled')}>
      <p>{t('servicing.ended.cancelled.help')}</p>
      {credit > 0 && <Facts facts={[[t('servicing.progress.credit'), <Paise paise={credit} />]]} />}
    </Card>
  );
}

/** The payment whose page has led back here: whether it has arrived. */
interface ReturnedPaymentProps {
  orderId: string;
  /** Says whether no payment is being checked. Otherwise only one that has arrived is shown. */
  canPay: boolean;
}

function ReturnedPayment({ orderId, canPay }: ReturnedPaymentProps) {
  const path = { id: useServicing().servicing.loan_id, order_id: orderId };
  const order = useApiQuery('readPaymentOrder', { path });
  return (
    <Loaded query={order} pending={null}>
      {({ purpose, instalment, amount_paise: amount, state }) =>
        (canPay || state === 'paid') && (
          <Card title={t(purposeNames[purpose], { number: instalment })}>
            <Payment
              purpose={purpose}
              {...(instalment !== null && { instalment })}
              amount={amount}
              orderId={orderId}
            >
              {t('servicing.payment.pay', { amount: <Paise paise={amount} /> })}
            </Payment>
          </Card>
        )
      }
    </Loaded>
  );
}
