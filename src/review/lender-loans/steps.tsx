/** The steps between the acceptance of an offer and the disbursal. */
import type { ReactNode } from 'react';
import type { LenderLoan } from '../../../domain/values/wire.ts';
import { kycFailures, mandateFailures, mandateMethods } from '../../my-loans/servicing-messages.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { Paise } from '../../ui/money.tsx';
import { useApplication } from '../application/actor.tsx';
import { FactList } from '../fact-list.tsx';
import { t } from '../../i18n/i18n.tsx';
import './lender-loans.css';

type ServicingSteps = NonNullable<LenderLoan['servicing']>;

export function Steps({ servicing: { agreement, kyc, mandate, advance } }: { servicing: ServicingSteps }) {
  const kycFailure = kycFailures[kyc.failure ?? ''] ?? 'servicing.kyc.failed.other';
  const mandateFailure = mandateFailures[mandate.failure ?? ''] ?? 'servicing.mandate.failed.other';
  return (
    <Disclosure title={t('review.lenderLoan.steps')}>
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
                  method: t(mandateMethods[mandate.method]),
                  limit: <Paise paise={mandate.limit_paise} />,
                })}
              {mandate.payee && <br />}
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
    </Disclosure>
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

/** Shows both names, if the provider has found another one than the application has. */
function NameOnRecord({ kyc }: { kyc: ServicingSteps['kyc'] }) {
  const { loan } = useApplication();
  if (kyc.name_on_record === null || kyc.name_matches !== false) return null;
  return (
    <strong className="lender-loan-differs">
      <AlertIcon />{' '}
      {t('review.step.name', { record: kyc.name_on_record, application: loan.personal_details.name })}
    </strong>
  );
}
