/** Shows the next payment: amount, day and account; overdue amounts as one total with its parts. */
import { FormattedDate } from 'react-intl';
import { answerPath } from '../../../../domain/pages/faq-answers.ts';
import { sumPaise } from '../../../../domain/servicing/charges.ts';
import { canBeDebited } from '../../../../domain/servicing/invoices.ts';
import type { Invoice, ReturnedDebit, Servicing } from '../../../../domain/values/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { AnswerLink } from '../../../ui/answer-link.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { Paise } from '../../../ui/money.tsx';
import { AdvanceReversed } from '../advance-reversed.tsx';
import { hasHeldPayment, Payment } from '../payment.tsx';
import { AccountName } from '../mandate.tsx';
import { useServicing } from '../servicing.ts';
import { useServices } from '../../services.ts';
import { t } from '../../../i18n/i18n.tsx';
import { invoiceKinds } from './invoices.tsx';

export function NextPayment({ invoices }: { invoices: readonly Invoice[] }) {
  const { servicing } = useServicing();
  const { next_invoice: invoice, payable_paise: payable, due_paise: due } = servicing;
  if (!invoice) return null;
  const isUpFront = invoice.kind === 'up_front';
  const isOverdue = !isUpFront && (invoice.overdue || invoice.kind === 'late_payment');
  const left = isUpFront || invoice.awaits_debit ? unpaidOf(invoice) : payable;
  return (
    <Card title={<Title invoice={invoice} isOverdue={isOverdue} />}>
      {isUpFront && <AdvanceReversed />}
      {isOverdue && <OverdueNotice />}
      <p className="stack-s1" id="next-payment">
        <Paise paise={isOverdue ? due : left} large />
        {!isOverdue && (
          <strong className="text-lead">
            {t('servicing.instalment.due', {
              date: <FormattedDate value={invoice.due_on} dateStyle="long" timeZone="UTC" />,
            })}
          </strong>
        )}
      </p>
      {servicing.returned_debit && <ReturnedDebitNotice debit={servicing.returned_debit} />}
      {isOverdue && payable < due && <p>{t('servicing.due.first', { number: invoice.number })}</p>}
      {!hasHeldPayment(servicing) && !invoice.awaits_debit && (
        <Payment
          key={`${invoice.kind} ${invoice.number}`}
          {...(isUpFront
            ? { purpose: 'advance' as const }
            : { purpose: 'instalment' as const, instalment: invoice.number })}
          amount={left}
          orderId={null}
        >
          {t('servicing.payment.pay', { amount: <Paise paise={left} /> })}
        </Payment>
      )}
      {isOverdue && <DueFacts invoices={invoices} />}
      {!isUpFront && !isOverdue && <Debit invoice={invoice} />}
    </Card>
  );
}

const unpaidOf = ({ amount_paise: amount, paid_paise: paid }: Invoice) => amount - paid;

function Title({ invoice, isOverdue }: { invoice: Invoice; isOverdue: boolean }) {
  if (isOverdue) return t('servicing.due.title');
  return t(invoice.kind === 'instalment' ? 'servicing.due.next' : invoiceKinds[invoice.kind], {
    number: invoice.number,
  });
}

function OverdueNotice() {
  const { servicing } = useServicing();
  const isCharged = servicing.late_charges_paise > 0;
  return (
    <Banner kind="notice" title={t('servicing.instalment.overdue')}>
      <p>
        {t(isCharged ? 'servicing.instalment.overdue.charged' : 'servicing.instalment.overdue.help', {
          lender: servicing.lender_name,
        })}
      </p>
      <AnswerLink href={answerPath('late')}>{t('servicing.instalment.overdue.answer')}</AnswerLink>
    </Banner>
  );
}

function ReturnedDebitNotice({ debit: { on, reason } }: { debit: ReturnedDebit }) {
  const date = <FormattedDate value={on} dateStyle="long" timeZone="UTC" />;
  return (
    <Banner kind="notice" title={t('servicing.debit.returned', { date })}>
      <p>{t('servicing.debit.returned.help', { reason })}</p>
    </Banner>
  );
}

/** The total of what is due by instalment, with what is charged for paying late. */
function DueFacts({ invoices }: { invoices: readonly Invoice[] }) {
  const { due_paise: total, late_charges_paise: late } = useServicing().servicing;
  const due = invoices.filter(
    ({ kind, overdue, state }) => kind === 'instalment' && overdue && state !== 'paid',
  );
  const paid = sumPaise(due.map(({ paid_paise: paise }) => paise));
  return (
    <Facts
      facts={[
        ...due.map((invoice): Fact => [
          <>
            {t('servicing.instalment.next', { number: invoice.number })}:{' '}
            <FormattedDate value={invoice.due_on} dateStyle="medium" timeZone="UTC" />
          </>,
          <Paise paise={invoice.amount_paise} />,
        ]),
        paid > 0 && [
          t('servicing.due.paid'),
          <>
            −<Paise paise={paid} />
          </>,
        ],
        late > 0 && [t('servicing.due.late'), <Paise paise={late} />],
        [t('servicing.due.total'), <Paise paise={total} />, 'total'],
      ]}
    />
  );
}

/** Shows how an instalment that is not overdue is paid: by the mandate with its day and account, or manually. */
function Debit({ invoice }: { invoice: Invoice }) {
  const { servicing } = useServicing();
  const { mandate } = servicing;
  const { today } = useServices();
  if (servicing.returned_debit) return null;
  const help = helpOf(invoice, mandate, today());
  return (
    <div className="stack-s1">
      {isDebited(help) && mandate.account && (
        <p>{t('servicing.instalment.account', { account: <AccountName account={mandate.account} /> })}</p>
      )}
      {!hasHeldPayment(servicing) && (isDebited(help) || servicing.payee !== null) && (
        <p className="text-muted">
          {t(help, {
            lender: servicing.lender_name,
            date: <FormattedDate value={invoice.due_on} dateStyle="long" timeZone="UTC" />,
          })}
        </p>
      )}
    </div>
  );
}

const isDebited = (help: MessageId) =>
  help === 'servicing.instalment.help' || help === 'servicing.debit.awaited.help';

function helpOf(
  { due_on: dueOn, awaits_debit: awaitsDebit }: Invoice,
  mandate: Servicing['mandate'],
  today: string,
): MessageId {
  if (awaitsDebit) return 'servicing.debit.awaited.help';
  const hasMandate = mandate.state === 'registered' && !mandate.withdrawal_requested;
  return hasMandate && canBeDebited({ dueOn, awaitsDebit }, today)
    ? 'servicing.instalment.help'
    : 'servicing.instalment.payYourself';
}
