/** Loans that were made with the customer's number elsewhere; each is added by a one-time password. */
import { useState } from 'react';
import { FormattedDate } from 'react-intl';
import { keepDigits } from '../../../domain/values/clean.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { ClaimableLoan } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { useDateLabels } from '../../form/date-labels.ts';
import { optionalDateError } from '../../form/optional-date.ts';
import { useLocalActor } from '../../hooks/local-actor.ts';
import { useApiQuery } from '../../data/query.ts';
import { createPasswordActor } from '../../one-time-password/actor.ts';
import { Card } from '../../ui/card.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { InlineForm } from '../../ui/inline-form.tsx';
import { useServices } from '../services.ts';
import { PasswordStep } from '../session/password-step.tsx';
import { t } from '../../i18n/text.tsx';
import './dashboard.css';

/** @param props.onClaimed called once a loan is the customer's */
export function ClaimableLoans({ onClaimed }: { onClaimed: () => void }) {
  const { call } = useServices();
  const { data: loans = [] } = useApiQuery(call, 'listClaimableLoans', {});
  if (loans.length === 0) return null;
  return (
    <div className="claimable-loans">
      <Card title={t('account.claim.title')}>
        <p>{t('account.claim.help')}</p>
        {loans.map((loan) => (
          <Claimable key={loan.loan_id} loan={loan} onClaimed={onClaimed} />
        ))}
      </Card>
    </div>
  );
}

function Claimable({ loan, onClaimed }: { loan: ClaimableLoan; onClaimed: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const name = loan.institution_name ?? t('account.loan.noInstitution');
  return (
    <div className="stack">
      <div>
        <strong>{name}</strong>{' '}
        <span className="text-muted">
          <FormattedDate value={loan.created_on} dateStyle="medium" timeZone="UTC" />
        </span>
      </div>
      <InlineForm isOpen={isOpen} onOpen={() => setOpen(true)} open={t('account.claim.open')}>
        <Claim loanId={loan.loan_id} onClaimed={onClaimed} />
      </InlineForm>
    </div>
  );
}

function Claim({ loanId, onClaimed }: { loanId: string; onClaimed: () => void }) {
  const { call, tab, now } = useServices();
  const [dob, setDob] = useState('');
  const [dobError, setDobError] = useState<MessageId | null>(null);
  const dobId = `claim-${loanId}-dob`;
  const labels = useDateLabels();
  const password = useLocalActor(() => {
    const path = { id: loanId };
    return createPasswordActor({
      tab,
      storageKey: `claim.${loanId}`,
      now,
      request: (signal) => call('requestClaim', { path }, { signal }),
      check: ({ otp, dob: born }, signal) =>
        call('claimLoan', { path, body: { otp, ...(born && { dob: born }) } }, { signal }),
      onAccepted: onClaimed,
    });
  });
  return (
    <PasswordStep
      password={password}
      intro={t('account.claim.intro')}
      sent={t('account.claim.sent')}
      submit="account.claim.submit"
      wrong="account.claim.error.wrong"
      rest={{ dob }}
      isRestValid={() => {
        const error = optionalDateError(dob);
        setDobError(error);
        if (error) focusField(dobId);
        return error === null;
      }}
    >
      <DateInput
        id={dobId}
        label={t('account.claim.dob')}
        optional={t('account.claim.dob.when')}
        error={dobError && t(dobError)}
        keepDigits={keepDigits}
        labels={labels}
        autoComplete="bday"
        min={`${limits.applicantBirthYearFirst}-01-01`}
        max={`${limits.applicantBirthYearLast}-12-31`}
        value={dob}
        onValue={(date) => {
          setDob(date);
          setDobError(null);
        }}
      />
    </PasswordStep>
  );
}
