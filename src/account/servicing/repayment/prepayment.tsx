/** Repays a part of the loan early: the amount, its effect on the loan, and the payment. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { FormattedDate, useIntl } from 'react-intl';
import { isPrepayment } from '../../../../domain/servicing/order-payments.ts';
import { parseFee } from '../../../../domain/forms/schemas.ts';
import type { PrepaymentQuote } from '../../../../domain/values/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { Loaded, useApiQuery } from '../../../data/query.tsx';
import { AmountInput } from '../../../form/amount-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { CollapsibleCard } from '../../../ui/collapsible-card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { AmountScope, Paise } from '../../../ui/money.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CoolingOffNotice } from '../cancellation.tsx';
import { Payment } from '../payment.tsx';
import { useServicing } from '../servicing.ts';
import { t } from '../../../i18n/i18n.tsx';

export function Prepayment() {
  const { loan_id: id, cooling_off: coolingOff } = useServicing().servicing;
  const [isOpen, setOpen] = useState(false);
  const limits = useApiQuery('readPrepaymentQuote', isOpen ? { path: { id }, query: {} } : null);
  return (
    <CollapsibleCard
      id="prepayment"
      title={t('servicing.prepayment.title')}
      summary={t('servicing.foreclosure.free')}
      startsOpen={false}
    >
      <p>{t('servicing.prepayment.help')}</p>
      {coolingOff && <CoolingOffNotice coolingOff={coolingOff} />}
      {!isOpen && (
        <div>
          <Button onPress={() => setOpen(true)}>{t('servicing.prepayment.open')}</Button>
        </div>
      )}
      <Loaded query={limits} pending={<Skeleton label={t('app.loading')} fields={1} />}>
        {(read) => (read.blocked_by === null ? <Amount limits={read} /> : <Blocked by={read.blocked_by} />)}
      </Loaded>
    </CollapsibleCard>
  );
}

const reasons = {
  due: 'servicing.prepayment.due',
  debit: 'servicing.prepayment.debit',
  small: 'servicing.prepayment.small',
  leaving: 'servicing.prepayment.leaving',
  closing: 'servicing.prepayment.closing',
  held: 'servicing.prepayment.held',
} as const satisfies Record<NonNullable<PrepaymentQuote['blocked_by']>, MessageId>;

const Blocked = ({ by }: { by: NonNullable<PrepaymentQuote['blocked_by']> }) => (
  <>
    <p>{t(reasons[by])}</p>
    {by === 'due' && (
      <p>
        <a href="#next-payment">{t('servicing.prepayment.due.open')}</a>
      </p>
    )}
  </>
);

const rangeOf = ({ least_paise: least, most_paise: most }: Omit<PrepaymentQuote, 'as_of' | 'quote'>) => ({
  least: <Paise paise={least} />,
  most: <Paise paise={most} />,
});

function Amount({ limits }: { limits: PrepaymentQuote }) {
  const { least_paise: least, most_paise: most } = limits;
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<number | null>(null);
  const amount = parseFee(typed) * 100;
  const isWithin = least <= amount && amount <= most;
  const range = rangeOf(limits);
  const show = (event: FormEvent) => {
    event.preventDefault();
    setAsked(amount);
  };
  return (
    <>
      <form className="stack" noValidate onSubmit={show}>
        <AmountInput
          id="prepayment-amount"
          label={t('servicing.prepayment.amount')}
          hint={t('servicing.prepayment.range', range)}
          error={asked === amount && !isWithin && t('servicing.prepayment.outside', range)}
          value={typed}
          onValue={setTyped}
          prefix="₹"
          size="m"
        />
        <div>
          <Button type="submit">{t('servicing.prepayment.show')}</Button>
        </div>
      </form>
      {asked === amount && isWithin && <Change key={amount} amount={amount} />}
    </>
  );
}

function Change({ amount }: { amount: number }) {
  const { loan_id: id } = useServicing().servicing;
  const query = { amount_paise: String(amount) };
  const change = useApiQuery('readPrepaymentQuote', { path: { id }, query });
  return (
    <Loaded query={change} pending={<Skeleton label={t('app.loading')} fields={2} />}>
      {({ as_of: day, quote, ...limits }) => {
        if (limits.blocked_by !== null) return <Blocked by={limits.blocked_by} />;
        // The limits have changed since the amount was requested.
        if (!quote) return <p role="alert">{t('servicing.prepayment.outside', rangeOf(limits))}</p>;
        return (
          <AmountScope shown={quote}>
            <Choice day={day} quote={quote} />
          </AmountScope>
        );
      }}
    </Loaded>
  );
}

const choices = {
  prepay_fewer: 'servicing.prepayment.fewer',
  prepay_smaller: 'servicing.prepayment.smaller',
} as const;

/** Shows the new value, beside the current one if they differ. */
const change = (then: number, now: number, show: (value: number) => ReactNode = String) =>
  then === now ? show(then) : t('servicing.prepayment.instead', { then: show(then), now: show(now) });

interface ChoiceProps {
  /** The day of the quote. */
  day: string;
  quote: NonNullable<PrepaymentQuote['quote']>;
}

function Choice({ day, quote }: ChoiceProps) {
  const intl = useIntl();
  const [purpose, setPurpose] = useState<string>('prepay_fewer');
  const option = quote.options.find((one) => one.purpose === purpose);
  if (!option || !isPrepayment(option.purpose)) return null;
  const { amount_paise: amount, interest_paise: interest, as_now: now } = quote;
  const { plan } = option;
  return (
    <>
      <RadioGroup
        id="prepayment-choice"
        label={t('servicing.prepayment.choice')}
        options={Object.entries(choices).map(([value, id]) => ({ value, label: intl.formatMessage({ id }) }))}
        value={purpose}
        onValue={setPurpose}
      />
      <Facts
        facts={[
          [t('servicing.prepayment.principal'), <Paise paise={quote.principal_paise} />],
          interest > 0 && [t('servicing.foreclosure.interest'), <Paise paise={interest} />],
          [t('servicing.foreclosure.charge'), t('servicing.fact.none')],
          [t('servicing.prepayment.left'), change(plan.instalments, now.instalments)],
          [
            t('servicing.prepayment.each'),
            change(plan.instalment_paise, now.instalment_paise, (paise) => <Paise paise={paise} />),
          ],
          [
            t('servicing.prepayment.last'),
            <FormattedDate value={plan.last_due_on} dateStyle="long" timeZone="UTC" />,
          ],
          [t('servicing.prepayment.saved'), <Paise paise={option.saved_paise} />],
          [t('servicing.foreclosure.total'), <Paise paise={amount} />, 'total'],
        ]}
      />
      <p className="text-muted">
        {t('servicing.foreclosure.validUntil', {
          date: <FormattedDate value={day} dateStyle="long" timeZone="UTC" />,
        })}
      </p>
      <Payment key={option.purpose} purpose={option.purpose} amount={amount} orderId={null}>
        {t('servicing.payment.pay', { amount: <Paise paise={amount} /> })}
      </Payment>
    </>
  );
}
