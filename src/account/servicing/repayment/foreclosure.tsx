/** Closes the loan early at no charge: what it costs today, and the payment once that is confirmed. */
import { useState } from 'react';
import { FormattedDate } from 'react-intl';
import type { ForeclosureQuote } from '../../../../domain/values/wire.ts';
import { Loaded, useApiQuery } from '../../../data/query.tsx';
import { Button } from '../../../ui/button.tsx';
import { CollapsibleCard } from '../../../ui/collapsible-card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { AmountScope, Paise } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CoolingOffNotice } from '../cancellation.tsx';
import { NoPayee, Payment } from '../payment.tsx';
import { useServicing } from '../servicing.ts';
import { t } from '../../../i18n/i18n.tsx';

/** Returns the additional charges of a quote with their names. */
const partsOf = ({ charges_paise: charges, late_charges_paise: late }: ForeclosureQuote) =>
  [
    ['servicing.foreclosure.charges', charges],
    ['servicing.due.late', late],
  ] as const;

interface ForeclosureProps {
  /** Says whether no other payment is being checked, and no debit is awaited. */
  canPay: boolean;
  awaitsDebit: boolean;
}

export function Foreclosure(props: ForeclosureProps) {
  // Foreclosure is not offered during the cooling-off period, in which leaving the loan is cheaper.
  const { loan_id: loanId, cooling_off: coolingOff } = useServicing().servicing;
  const [isOpen, setOpen] = useState(false);
  const quote = useApiQuery('readForeclosureQuote', isOpen ? { path: { id: loanId } } : null);
  return (
    <CollapsibleCard
      id="foreclosure"
      title={t('servicing.foreclosure.title')}
      summary={t('servicing.foreclosure.free')}
      startsOpen={false}
    >
      <p>{t('servicing.foreclosure.help')}</p>
      {coolingOff ? (
        <CoolingOffNotice coolingOff={coolingOff} />
      ) : (
        !isOpen && (
          <div>
            <Button onPress={() => setOpen(true)}>{t('servicing.foreclosure.open')}</Button>
          </div>
        )
      )}
      <Loaded query={quote} pending={<Skeleton label={t('app.loading')} fields={2} />}>
        {(read) => (
          <AmountScope shown={read}>
            <Quote {...props} quote={read} />
          </AmountScope>
        )}
      </Loaded>
    </CollapsibleCard>
  );
}

function Quote({ canPay, awaitsDebit, quote }: ForeclosureProps & { quote: ForeclosureQuote }) {
  const { payee } = useServicing().servicing;
  const [isConfirming, setConfirming] = useState(false);
  const total = <Paise paise={quote.total_paise} />;
  return (
    <>
      <Facts
        facts={[
          [t('servicing.progress.outstanding'), <Paise paise={quote.principal_paise} />],
          [t('servicing.foreclosure.interest'), <Paise paise={quote.interest_paise} />],
          ...partsOf(quote).map(([name, paise]): Fact => paise > 0 && [t(name), <Paise paise={paise} />]),
          [t('servicing.foreclosure.charge'), t('servicing.fact.none')],
          [t('servicing.foreclosure.total'), total, 'total'],
        ]}
      />
      <p className="text-muted">
        {t('servicing.foreclosure.validUntil', {
          date: <FormattedDate value={quote.valid_until} dateStyle="long" timeZone="UTC" />,
        })}
      </p>
      {awaitsDebit && <p>{t('servicing.foreclosure.awaited')}</p>}
      {payee === null && <NoPayee />}
      {canPay && payee !== null && (
        <div>
          <Button onPress={() => setConfirming(true)}>{t('servicing.foreclosure.close')}</Button>
        </div>
      )}
      {isConfirming && (
        <Dialog
          title={t('servicing.foreclosure.confirm')}
          onCancel={() => setConfirming(false)}
          actions={
            <Button kind="quiet" onPress={() => setConfirming(false)}>
              {t('servicing.cancellation.keep')}
            </Button>
          }
        >
          <p>{t('servicing.foreclosure.confirm.help', { amount: total })}</p>
          <Payment
            purpose="foreclosure"
            amount={quote.total_paise}
            orderId={null}
            onPaid={() => setConfirming(false)}
          >
            {t('servicing.payment.pay', { amount: total })}
          </Payment>
        </Dialog>
      )}
    </>
  );
}
