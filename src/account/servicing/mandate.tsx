/** A registered mandate: what is debited by it, at most how much, and the way to withdraw it. */
import { consentMessages } from '../../../domain/servicing/consents.ts';
import type { Servicing } from '../../../domain/values/wire.ts';
import { amountInWords } from '../../../locales/amount-words.ts';
import { languages } from '../../../locales/index.ts';
import { ConfirmButton } from '../../data/confirm-button.tsx';
import { useLanguage, t } from '../../i18n/i18n.tsx';
import { mandateMethods } from '../../my-loans/servicing-messages.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Paise } from '../../ui/money.tsx';
import { consentNames } from './consent-names.ts';
import { CallFailure } from '../call-failure.tsx';
import { useServicing } from './servicing.ts';

/** Shows a mandate in the state `registered`. */
export function RegisteredMandate() {
  const { mandate, lender_name: lender } = useServicing().servicing;
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
          mandate.account !== null && [
            t('servicing.mandate.account'),
            <AccountName account={mandate.account} />,
          ],
          mandate.payee !== null && [t('servicing.mandate.payee'), mandate.payee],
          mandate.method !== null && [t('servicing.mandate.by'), t(mandateMethods[mandate.method])],
          mandate.registration_number !== null && [
            t('servicing.mandate.number'),
            mandate.registration_number,
          ],
        ]}
      />
      {mandate.withdrawal_requested ? (
        <p role="status">{t('servicing.mandate.withdrawing')}</p>
      ) : (
        <WithdrawButton />
      )}
    </CollapsibleCard>
  );
}

/** The account that is debited, as its owner knows it. */
export const AccountName = ({ account }: { account: NonNullable<Servicing['mandate']['account']> }) => (
  <span className="number">
    {account.bank} ••{account.ending}
  </span>
);

/** @param paise the maximum of one debit, in paise */
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

interface ConsentToPaymentsProps {
  lender: string;
  isAgreed: boolean;
  onAgreed: (isAgreed: boolean) => void;
  /** The number of times that the mandate was asked for without it. */
  attempts: number;
  locked: boolean;
}

/** The consent to payments, which the customer has withdrawn and gives again with a new mandate. */
export function ConsentToPayments({ lender, isAgreed, onAgreed, attempts, locked }: ConsentToPaymentsProps) {
  const id = 'mandate-consent';
  const isMissing = attempts > 0 && !isAgreed;
  return (
    <>
      {isMissing && (
        <ErrorSummary
          title={t('servicing.acceptance.error.required')}
          items={[{ id, message: t(consentNames.payments) }]}
          attempt={attempts}
        />
      )}
      <Checkbox
        id={id}
        label={t(consentMessages.payments, { lender })}
        error={isMissing}
        locked={locked}
        checked={isAgreed}
        onChecked={onAgreed}
      />
    </>
  );
}

function WithdrawButton() {
  const { servicing, change } = useServicing();
  const { loan_id: id, disbursed_on: disbursedOn } = servicing;
  return (
    <div>
      <ConfirmButton
        label={t('servicing.mandate.withdraw')}
        role="alertdialog"
        danger
        title={t('servicing.mandate.withdraw.confirm')}
        cancel={t('servicing.mandate.keep')}
        confirm={t('servicing.mandate.withdraw')}
        operation="withdrawMandate"
        params={{ path: { id } }}
        onSuccess={change}
        failure={(error) => <CallFailure failure={error} />}
      >
        <p>
          {t(disbursedOn === null ? 'servicing.mandate.withdraw.before' : 'servicing.mandate.withdraw.after')}
        </p>
      </ConfirmButton>
    </div>
  );
}
