/** A registered mandate: what is debited by it, at most how much, and the way to withdraw it. */
import { useState } from 'react';
import type { Servicing } from '../../../domain/values/wire.ts';
import { amountInWords } from '../../../locales/amount-words.ts';
import type { MessageId } from '../../../locales/index.ts';
import { languages } from '../../../locales/languages.ts';
import { useFormSubmission } from '../../hooks/form-submission.ts';
import { useLanguage } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Paise } from '../../ui/money.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';
import { CallFailure } from './call-failure.tsx';
import './mandate.css';

export type MandateMethod = NonNullable<Servicing['mandate']['method']>;

export const mandateMethods = {
  upi: 'servicing.mandate.upi',
  net_banking: 'servicing.mandate.netBanking',
  debit_card: 'servicing.mandate.debitCard',
} as const satisfies Record<MandateMethod, MessageId>;

interface MandateProps {
  servicing: Servicing;
  onChanged: (servicing: Servicing) => void;
}

/** For a mandate in the state `registered`. */
export function RegisteredMandate({ servicing, onChanged }: MandateProps) {
  const { mandate, lender_name: lender } = servicing;
  return (
    <CollapsibleCard
      id="mandate"
      title={t('servicing.step.mandate')}
      summary={mandate.account && <AccountName account={mandate.account} />}
      startsOpen={mandate.withdrawal_requested}
    >
      <p>{t('servicing.mandate.registered', { lender })}</p>
      <MandateLimit paise={mandate.limit_paise} />
      <Facts
        facts={[
          ...(mandate.account === null
            ? []
            : [
                {
                  id: 'account',
                  name: t('servicing.mandate.account'),
                  value: <AccountName account={mandate.account} />,
                },
              ]),
          ...(mandate.method === null
            ? []
            : [
                {
                  id: 'method',
                  name: t('servicing.mandate.by'),
                  value: t(mandateMethods[mandate.method]),
                },
              ]),
          ...(mandate.registration_number === null
            ? []
            : [
                {
                  id: 'number',
                  name: t('servicing.mandate.number'),
                  value: mandate.registration_number,
                },
              ]),
        ]}
      />
      {mandate.withdrawal_requested ? (
        <p role="status">{t('servicing.mandate.withdrawing')}</p>
      ) : (
        <WithdrawButton servicing={servicing} onChanged={onChanged} />
      )}
    </CollapsibleCard>
  );
}

/** The account that is debited, as its owner knows it. */
export const AccountName = ({ account }: { account: NonNullable<Servicing['mandate']['account']> }) => (
  <span className="account-name">
    {account.bank} ••{account.ending}
  </span>
);

/** @param paise what one debit may be at most */
export function MandateLimit({ paise }: { paise: number }) {
  const { language } = useLanguage();
  return (
    <p>
      {t('servicing.mandate.limit', {
        limit: (
          <>
            <Paise paise={paise} /> (
            <span lang={languages[language].tag}>{amountInWords(paise, language)}</span>)
          </>
        ),
      })}
    </p>
  );
}

function WithdrawButton({ servicing, onChanged }: MandateProps) {
  const { call } = useServices();
  const [isConfirming, setConfirming] = useState(false);
  const { loan_id: id, disbursed_on: disbursedOn } = servicing;
  const { state, failure, submit } = useFormSubmission<null>(async (_, signal) => {
    const outcome = await call('withdrawMandate', { path: { id } }, { signal });
    if (outcome.kind === 'ok') {
      setConfirming(false);
      onChanged(outcome.value);
    }
    return outcome;
  });
  return (
    <>
      <div>
        <Button onPress={() => setConfirming(true)}>{t('servicing.mandate.withdraw')}</Button>
      </div>
      {isConfirming && (
        <Dialog
          role="alertdialog"
          title={t('servicing.mandate.withdraw.confirm')}
          onCancel={() => setConfirming(false)}
          actions={
            <>
              <Button kind="quiet" onPress={() => setConfirming(false)}>
                {t('servicing.mandate.keep')}
              </Button>
              <Button kind="danger" busy={state === 'sending'} onPress={() => submit(null)}>
                {t('servicing.mandate.withdraw')}
              </Button>
            </>
          }
        >
          <p>
            {t(
              disbursedOn === null ? 'servicing.mandate.withdraw.before' : 'servicing.mandate.withdraw.after',
            )}
          </p>
          <CallFailure failure={failure} />
        </Dialog>
      )}
    </>
  );
}
