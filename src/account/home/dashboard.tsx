/** Shows a customer's next step, and the progress of each loan. */
import { FormattedDate } from 'react-intl';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { mostUrgentLoan } from '../../../domain/loan/next-act.ts';
import type { MyLoan, MyLoanPage, ClaimableLoan } from '../../../domain/values/wire.ts';
import { Loaded, invalidateQueries, useApiQuery } from '../../data/query.tsx';
import { Card } from '../../ui/card.tsx';
import { AmountScope } from '../../ui/money.tsx';
import { Pill } from '../../ui/pill.tsx';
import { focusPageHeading } from '../../shell/heading-focus.ts';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { Frame } from '../frame.tsx';
import { ActionLink, NextButton, nextAction, otherActions } from '../../my-loans/actions.tsx';
import { LoanFacts, LoanStudents, NextSentence } from '../../my-loans/loan-facts.tsx';
import { hasEnded, loanState } from '../../my-loans/loan-state.ts';
import { StartApplication } from '../loans/start-application.tsx';
import { LoanTrack } from '../../my-loans/track.tsx';
import { useServices } from '../services.ts';
import { useProfile } from '../session/require-sign-in.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useState } from 'react';
import { useLocalActor } from '../../hooks/local-actor.ts';
import { createPasswordActor } from '../../one-time-password/actor.ts';
import { InlineForm } from '../../ui/inline-form.tsx';
import { BirthDateInput, useBirthDate } from '../session/birth-date.tsx';
import { PasswordStep } from '../session/password-step.tsx';
import './dashboard.css';

/** The number of loans on the dashboard; the list of applications has all. */
const pageLength = 5;

export function Dashboard() {
  const { name } = useProfile();
  const query = useApiQuery('listMyLoans', { query: { page_length: pageLength } });
  return (
    <Frame title="account.dashboard.title" heading={t('account.dashboard.welcome', { name })} wide>
      <Loaded query={query} pending={<ListSkeleton label={t('app.loading')} shape="cards" count={3} />}>
        {(page) => <Loans {...page} />}
      </Loaded>
      <ClaimableLoans
        onClaimed={() => {
          invalidateQueries('listMyLoans');
          invalidateQueries('listClaimableLoans');
          focusPageHeading();
        }}
      />
    </Frame>
  );
}

function Loans({ loans, total }: MyLoanPage) {
  const next = mostUrgentLoan(loans);
  return (
    <AmountScope shown={loans}>
      <NextStep loans={loans} />
      {loans.length > 0 && (
        <>
          <div className="dashboard-loans stack">
            {loans.toSorted(runningFirst).map((loan) => (
              <LoanCard key={loan.loan_id} loan={loan} isNext={loan === next} />
            ))}
          </div>
          <StartApplication kind={next && nextAction(next) ? 'secondary' : 'primary'} />
        </>
      )}
      {total > pageLength && (
        <p>
          <a href={accountPath('applications')}>{t('account.dashboard.all', { count: total })}</a>
        </p>
      )}
    </AmountScope>
  );
}

const runningFirst = (a: MyLoan, b: MyLoan) => Number(hasEnded(a)) - Number(hasEnded(b));

function NextStep({ loans }: { loans: readonly MyLoan[] }) {
  const loan = mostUrgentLoan(loans);
  if (!loan) {
    return (
      <Card title={t('account.next.start')}>
        <StartApplication />
      </Card>
    );
  }
  return (
    <div className="dashboard-next">
      <Card title={<NextSentence loan={loan} />}>
        <div className="dashboard-next-content stack">
          <p className="text-muted">
            <LoanStudents loan={loan} /> ·{' '}
            <span className="number">{t('account.loan.number', { number: loan.loan_number })}</span>
          </p>
          <NextButton loan={loan} />
        </div>
      </Card>
    </div>
  );
}

function LoanCard({ loan, isNext }: { loan: MyLoan; isNext: boolean }) {
  const others = otherActions(loan);
  const next = nextAction(loan);
  const actions = next && !isNext ? [next, ...others] : others;
  return (
    <Card
      title={
        <span className="text-lead">
          {loan.institution_name ?? t('account.loan.noInstitution')}
          <span className="visually-hidden"> {loan.loan_number}</span>
        </span>
      }
    >
      <div className="dashboard-loan stack">
        <p className="dashboard-meta text-muted">
          {loan.students.length > 0 && <span className="dashboard-students">{loan.students.join(', ')}</span>}
          <span>{t('account.loan.number', { number: loan.loan_number })}</span>
          <span>
            <FormattedDate value={loan.date} dateStyle="medium" timeZone="UTC" />
          </span>
        </p>
        <LoanTrack loan={loan} />
        {hasEnded(loan) && (
          <p>
            <Pill>{t(loanState(loan))}</Pill>
          </p>
        )}
        {!hasEnded(loan) && <LoanFacts loan={loan} />}
        {actions.length > 0 && (
          <ul className="dashboard-actions link-row">
            {actions.map((action) => (
              <li key={action.label}>
                <ActionLink action={action} loan={loan} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

/**
 * Loans that were made with the customer's number elsewhere; each is added by a one-time password.
 * @param props.onClaimed called once a loan is the customer's
 */
function ClaimableLoans({ onClaimed }: { onClaimed: () => void }) {
  const { data: loans = [] } = useApiQuery('listClaimableLoans', {});
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
  const password = useLocalActor(() => {
    const path = { id: loanId };
    return createPasswordActor({
      tab,
      storageKey: `claim.${loanId}`,
      now,
      request: (signal) => call('requestClaim', { path }, { signal }),
      check: ({ otp, dob }, signal) =>
        call('claimLoan', { path, body: { otp, ...(dob && { dob }) } }, { signal }),
      onAccepted: onClaimed,
    });
  });
  const birthDate = useBirthDate(password);
  return (
    <PasswordStep
      password={password}
      intro={t('account.claim.intro')}
      sent={t('account.claim.sent')}
      submit="account.claim.submit"
      wrong="account.claim.error.wrong"
      rest={{ dob: birthDate.value }}
      isRestValid={birthDate.isValid}
    >
      <BirthDateInput birthDate={birthDate} optional={t('account.claim.dob.when')} />
    </PasswordStep>
  );
}
