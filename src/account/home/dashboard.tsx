/** What a customer sees first: what is next, and how far each loan is. */
import { useState } from 'react';
import { FormattedDate, FormattedMessage } from 'react-intl';
import { accountPath } from '../../../domain/account-pages.ts';
import { mostUrgentLoan } from '../../../domain/my-loans.ts';
import type { MyLoan } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { disposeAtOnce, useResource } from '../../hooks/resource.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { Money } from '../../ui/Money.tsx';
import { pageTitleId } from '../../ui/Page.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Frame } from '../frame.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { ActionLink, actionsOf, type LoanAction } from '../loans/actions.tsx';
import { StartApplication } from '../loans/start-application.tsx';
import { LoanTrack } from '../loans/track.tsx';
import { useServices } from '../services.ts';
import { useProfile } from '../session/require-sign-in.tsx';
import { ClaimableLoans } from './claimable-loans.tsx';
import './dashboard.css';

/** As many loans as the dashboard shows; the list of applications has all. */
const pageLength = 5;

export function Dashboard() {
  const { name } = useProfile();
  const { call } = useServices();
  // How many loans were claimed: after each the lists are read again.
  const [claimed, setClaimed] = useState(0);
  const loans = useResource(
    `dashboard ${claimed}`,
    (signal) => call('listMyLoans', { query: { page_length: pageLength } }, { signal }),
    disposeAtOnce,
  );
  return (
    <Frame
      title="account.dashboard.title"
      heading={<FormattedMessage id="account.dashboard.welcome" values={{ name }} />}
      wide
    >
      {loans.status === 'failed' && <LoadFailed onRetry={loans.retry} />}
      {loans.status === 'loading' && (
        <ListSkeleton label={<FormattedMessage id="app.loading" />} shape="cards" count={3} />
      )}
      {loans.status === 'loaded' && (
        <>
          <NextStep loans={loans.value.loans} />
          {loans.value.loans.length > 0 && (
            <div className="dashboard-loans">
              {loans.value.loans.map((loan) => (
                <LoanCard key={loan.loan_id} loan={loan} />
              ))}
            </div>
          )}
          {loans.value.total > pageLength && (
            <p>
              <a href={accountPath('applications')}>
                <FormattedMessage id="account.dashboard.all" values={{ count: loans.value.total }} />
              </a>
            </p>
          )}
        </>
      )}
      <ClaimableLoans
        key={claimed}
        onClaimed={() => {
          setClaimed(claimed + 1);
          document.getElementById(pageTitleId)?.focus();
        }}
      />
    </Frame>
  );
}

const sentences = {
  answer_queries: 'account.next.answerQueries',
  continue: 'account.next.continue',
  documents: 'account.next.documents',
  lender_portal: 'account.next.lenderPortal',
  choose_offer: 'account.next.chooseOffer',
  sign: 'account.next.sign',
  kyc: 'account.next.kyc',
  mandate: 'account.next.mandate',
  pay_advance: 'account.next.payAdvance',
  repay: 'account.next.repay',
  wait: 'account.next.wait',
  none: 'account.next.none',
} as const satisfies Record<MyLoan['next'], MessageId>;

/** The action that does what is next, and how it is called there where not by its own label. */
const nextActions: Readonly<Partial<Record<MyLoan['next'], { id: LoanAction['id']; label?: MessageId }>>> = {
  answer_queries: { id: 'edit' },
  continue: { id: 'edit', label: 'account.next.continue.action' },
  documents: { id: 'documents' },
  lender_portal: { id: 'lender' },
  choose_offer: { id: 'offers' },
  sign: { id: 'servicing' },
  kyc: { id: 'servicing' },
  mandate: { id: 'servicing' },
  pay_advance: { id: 'servicing' },
  repay: { id: 'repayment' },
};

function NextStep({ loans }: { loans: readonly MyLoan[] }) {
  const loan = mostUrgentLoan(loans);
  if (!loan) {
    return (
      <Card title={<FormattedMessage id="account.next.title" />}>
        <p>
          <FormattedMessage id="account.next.start" />
        </p>
        <StartApplication />
      </Card>
    );
  }
  const next = nextActions[loan.next];
  const action = actionsOf(loan).find(({ id }) => id === next?.id);
  return (
    <div className="dashboard-next">
      <Card title={<FormattedMessage id="account.next.title" />}>
        <div className="dashboard-next-content">
          <p>
            <FormattedMessage
              id={sentences[loan.next]}
              values={{
                number: <span className="dashboard-number">{loan.loan_number}</span>,
                count: loan.pending_documents,
              }}
            />
          </p>
          {action && (
            <ButtonLink href={action.href} away={action.isAway ?? false}>
              <FormattedMessage id={next?.label ?? action.label} />
            </ButtonLink>
          )}
        </div>
        {loan.next === 'none' && <StartApplication />}
      </Card>
    </div>
  );
}

function LoanCard({ loan }: { loan: MyLoan }) {
  const actions = actionsOf(loan);
  const amount = loan.sanctioned_amount ?? loan.applied_amount;
  const title = (
    <span className="dashboard-school">
      {loan.institution_name ?? <FormattedMessage id="account.loan.noInstitution" />}
      <span className="visually-hidden"> {loan.loan_number}</span>
    </span>
  );
  return (
    <Card title={title}>
      <div className="dashboard-loan">
        <div className="dashboard-facts">
          {amount !== null && (
            <p>
              <Money rupees={amount} large />{' '}
              {loan.tenure !== null && (
                <span className="text-muted">
                  <FormattedMessage id="account.tenure" values={{ count: loan.tenure }} />
                </span>
              )}
            </p>
          )}
          {loan.students.length > 0 && <p>{loan.students.join(', ')}</p>}
          <p className="dashboard-meta text-muted">
            <span>
              <FormattedMessage id="account.loan.number" values={{ number: loan.loan_number }} />
            </span>
            <span>
              <FormattedDate value={loan.date} dateStyle="medium" timeZone="UTC" />
            </span>
          </p>
        </div>
        <div className="stack">
          <LoanTrack status={loan.status} />
          {loan.status === 'rejected' && (
            <p>
              <FormattedMessage id="account.loan.rejected" />
            </p>
          )}
          {actions.length > 0 && (
            <ul className="dashboard-actions">
              {actions.map((action) => (
                <li key={action.id}>
                  <ActionLink action={action} loan={loan} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Card>
  );
}
