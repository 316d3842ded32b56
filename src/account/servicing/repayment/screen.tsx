/** A loan that is repaid: what is due next, the schedule as a picture and a table, and the way to close it early. */
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { FormattedDate, FormattedMessage } from 'react-intl';
import { accountPath } from '../../../../domain/account-pages.ts';
import type { Outcome } from '../../../../domain/outcome.ts';
import type { Invoice, Servicing } from '../../../../domain/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import type { Call } from '../../../api/call.ts';
import { usePolling } from '../../../hooks/polling.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Paise } from '../../../ui/Paise.tsx';
import { useServices } from '../../services.ts';
import { AdvanceReversed } from '../advance-reversed.tsx';
import { Cancellation } from '../cancellation.tsx';
import { Documents } from '../documents.tsx';
import { LenderHelp } from '../lender-help.tsx';
import { LoanPage, useLoanId } from '../loan-page.tsx';
import { RegisteredMandate } from '../mandate.tsx';
import { NoServicing } from '../no-servicing.tsx';
import { orderIdIn, Payment } from '../payment.tsx';
import { Payments } from '../payments.tsx';
import { isRepaying, isServicingPending } from '../steps.ts';
import { MandateStep } from '../steps/mandate-step.tsx';
import { Foreclosure } from './foreclosure.tsx';
import { invoiceKinds, Invoices } from './invoices.tsx';
import { Progress } from './progress.tsx';
import { ReturnedPayment } from './returned-payment.tsx';

export default function RepaymentScreen() {
  const loanId = useLoanId('repayment');
  return <RepaymentOfLoan key={loanId} loanId={loanId} />;
}

interface Repayment {
  servicing: Servicing;
  /** The earliest due first. */
  invoices: Invoice[];
  /** Paid beyond all invoices, in whole paise. */
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
  const polled = usePolling((signal) => readRepayment(call, loanId, signal), isPending);
  return (
    <LoanPage
      title="servicing.repayment.title"
      lead="servicing.repayment.lead"
      polled={polled}
      notFound={<NoServicing loanId={loanId} failure={polled.failure} />}
      wide
    >
      {(repayment) =>
        repayment.servicing.disbursed_on === null ? (
          <NotDisbursed loanId={loanId} />
        ) : (
          <Content
            {...repayment}
            orderId={orderId}
            onPaid={polled.refresh}
            onChanged={(servicing) => polled.change({ ...repayment, servicing })}
          />
        )
      }
    </LoanPage>
  );
}

function NotDisbursed({ loanId }: { loanId: string }) {
  return (
    <Card>
      <p>
        <FormattedMessage id="servicing.repayment.notDisbursed" />
      </p>
      <div>
        <ButtonLink href={accountPath('servicing', loanId)}>
          <FormattedMessage id="servicing.offers.accepted.open" />
        </ButtonLink>
      </div>
    </Card>
  );
}

interface ContentProps extends Repayment {
  /** Of the payment page that led back here; null where none did. */
  orderId: string | null;
  onPaid: () => void;
  onChanged: (servicing: Servicing) => void;
}

function Content({ servicing, invoices, credit, orderId, onPaid, onChanged }: ContentProps) {
  const canBePaid = isRepaying(servicing);
  return (
    <>
      {orderId !== null && <ReturnedPayment loanId={servicing.loan_id} orderId={orderId} onPaid={onPaid} />}
      {servicing.stage === 'closed' && (
        <Card title={<FormattedMessage id="servicing.closed.title" />}>
          <p>
            <FormattedMessage id="servicing.closed.help" values={{ lender: servicing.lender_name }} />
          </p>
        </Card>
      )}
      {servicing.stage === 'cancelled' && (
        <Card title={<FormattedMessage id="servicing.ended.cancelled" />}>
          <p>
            <FormattedMessage id="servicing.ended.cancelled.help" />
          </p>
        </Card>
      )}
      {canBePaid && <NextInstalment servicing={servicing} onPaid={onPaid} />}
      <Progress servicing={servicing} credit={credit} />
      {invoices.length > 0 && <Invoices loanId={servicing.loan_id} invoices={invoices} />}
      <Payments servicing={servicing} />
      {canBePaid && (
        <>
          {servicing.mandate.state === 'registered' ? (
            <RegisteredMandate servicing={servicing} onChanged={onChanged} />
          ) : (
            <MandateStep servicing={servicing} />
          )}
          <Cancellation servicing={servicing} onChanged={onChanged} onOutdated={onPaid} />
          <Foreclosure loanId={servicing.loan_id} onPaid={onPaid} />
        </>
      )}
      <Documents servicing={servicing} />
      <LenderHelp servicing={servicing} />
    </>
  );
}

function NextInstalment({ servicing, onPaid }: { servicing: Servicing; onPaid: () => void }) {
  const { next_invoice: invoice, loan_id: loanId } = servicing;
  if (!invoice) return null;
  const left = invoice.amount_paise - invoice.paid_paise;
  const isUpFront = invoice.kind === 'up_front';
  return (
    <Card
      title={
        <FormattedMessage
          id={invoice.kind === 'instalment' ? 'servicing.instalment.next' : invoiceKinds[invoice.kind]}
          values={{ number: invoice.number }}
        />
      }
    >
      {isUpFront && <AdvanceReversed servicing={servicing} />}
      {invoice.overdue && !isUpFront && (
        <Banner kind="notice" title={<FormattedMessage id="servicing.instalment.overdue" />}>
          <p>
            <FormattedMessage id="servicing.instalment.overdue.help" />
          </p>
        </Banner>
      )}
      <p>
        <Paise paise={left} large />{' '}
        <span className="text-muted">
          <FormattedMessage
            id="servicing.instalment.due"
            values={{ date: <FormattedDate value={invoice.due_on} dateStyle="long" timeZone="UTC" /> }}
          />
        </span>
      </p>
      {!isUpFront && (
        <p>
          <FormattedMessage id={helpOf(invoice, servicing.mandate)} />
        </p>
      )}
      <Payment
        key={`${invoice.kind} ${invoice.number}`}
        loanId={loanId}
        {...(isUpFront
          ? { purpose: 'advance' as const }
          : { purpose: 'instalment' as const, instalment: invoice.number })}
        amount={left}
        orderId={null}
        onPaid={onPaid}
      >
        <FormattedMessage id="servicing.payment.pay" values={{ amount: <Paise paise={left} /> }} />
      </Payment>
    </Card>
  );
}

/** How the invoice is paid: by the mandate on its day, or by hand. */
function helpOf({ kind, overdue }: Invoice, mandate: Servicing['mandate']): MessageId {
  if (overdue || kind !== 'instalment') return 'servicing.instalment.overdue.pay';
  const isDebited = mandate.state === 'registered' && !mandate.withdrawal_requested;
  return isDebited ? 'servicing.instalment.help' : 'servicing.instalment.payYourself';
}
