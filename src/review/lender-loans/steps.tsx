/** The steps between the acceptance of an offer and the disbursal. */
import type { ReactNode } from 'react';
import type { LenderLoan } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { Paise } from '../../ui/money.tsx';
import { useApplication } from '../application/actor.tsx';
import { FactList } from '../fact-list.tsx';
import { t } from '../../i18n/i18n.tsx';
import { Part } from './parts.tsx';
import './lender-loans.css';

type ServicingSteps = NonNullable<LenderLoan['servicing']>;

const kycFailures: Readonly<Partial<Record<string, MessageId>>> = {
  details_mismatch: 'servicing.kyc.failed.details',
  document_unreadable: 'servicing.kyc.failed.unreadable',
  cancelled: 'servicing.kyc.failed.cancelled',
};

const mandateFailures: Readonly<Partial<Record<string, MessageId>>> = {
  bank_refused: 'servicing.mandate.failed.bank',
  account_mismatch: 'servicing.mandate.failed.account',
  cancelled: 'servicing.mandate.failed.cancelled',
};

const methods = {
  upi: 'servicing.mandate.upi',
  net_banking: 'servicing.mandate.netBanking',
  debit_card: 'servicing.mandate.debitCard',
} as const satisfies Record<NonNullable<ServicingSteps['mandate']['method']>, MessageId>;

export function Steps({ servicing: { agreement, kyc, mandate, advance } }: { servicing: ServicingSteps }) {
  const kycFailure = kycFailures[kyc.failure ?? ''] ?? 'servicing.kyc.failed.other';
  const mandateFailure = mandateFailures[mandate.failure ?? ''] ?? 'servicing.mandate.failed.other';
  return (
    <Part title={t('review.lenderLoan.steps')}>
      <FactList
        className="lender-loan-facts"
        facts={[
          ['servicing.step.sign', <StepState state={agreement.state} />],
          [
            'servicing.step.kyc',
            <StepState state={kyc.state}>{kyc.state === 'failed' && t(kycFailure)}</StepState>,
          ],
          [
            'servicing.step.mandate',
            <StepState state={mandate.state}>
              {mandate.method &&
                mandate.limit_paise !== null &&
                t('review.step.mandate', {
                  method: t(methods[mandate.method]),
                  limit: <Paise paise={mandate.limit_paise} />,
                })}{' '}
              {mandate.payee && t('servicing.payment.payee', { payee: mandate.payee })}{' '}
              {mandate.state === 'failed' && t(mandateFailure)}
            </StepState>,
          ],
          [
            'servicing.step.payAdvance',
            <StepState state={advance.state}>
              {advance.amount_paise > 0 && <Paise paise={advance.amount_paise} />}
            </StepState>,
          ],
        ]}
      />
      <NameOnRecord kyc={kyc} />
    </Part>
  );
}

/** `children` are its details. */
function StepState({ state, children }: { state: string; children?: ReactNode }) {
  return (
    <>
      {t('review.step.state', { state })}
      <span className="lender-loan-detail">{children}</span>
    </>
  );
}

/** Both names, where the provider has found another one than the application has. */
function NameOnRecord({ kyc }: { kyc: ServicingSteps['kyc'] }) {
  const { loan } = useApplication();
  if (kyc.name_on_record === null || kyc.name_matches !== false) return null;
  return (
    <strong className="lender-loan-differs">
      {t('review.step.name', { record: kyc.name_on_record, application: loan.personal_details.name })}
    </strong>
  );
}
