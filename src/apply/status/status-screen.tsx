/**
 * Shows the outcome of a sent application: the verdict, the loan's facts, the next step, and the sent answers. It is
 * behind the loan status modal, and stays when that is closed.
 */
import { useEffect, useId } from 'react';
import { useIntl } from 'react-intl';
import { offersExploreMore, verdictOf } from '../../../domain/lending/lender.ts';
import { lenderPortal } from '../../../domain/lending/lender-portal.ts';
import { takesDocuments, verdictCanChange } from '../../../domain/loan/status.ts';
import type { Loan } from '../../../domain/values/wire.ts';
import { messageId } from '../../../locales/index.ts';
import { displayedField, rowOf, sections } from '../../../domain/forms/fields/catalogue.ts';
import { loanFieldValue } from '../../../domain/forms/fields/value.ts';
import { cardOf, sectionsOf } from '../../../domain/loan/loan-sections.ts';
import { Actions, Button, ButtonLink, type ButtonLinkProps } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { t } from '../../i18n/i18n.tsx';
import { valueText } from '../../form/value-text.ts';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { useWizard, useWizardState, useLock, useServices } from '../shared/wizard.tsx';
import { CustomerVerdict } from './customer.tsx';
import { appliedAmount, AppliedPlan, DueDates, useLenderName, LoanSummary } from './loan-summary.tsx';
import {
  ApprovedSteps,
  LoanNumber,
  SupportPhone,
  useRequestedDocument,
  verdictMessages,
  VerdictSummary,
} from './verdict-summary.tsx';
import { hasBeenQueried } from '../../../domain/loan/lock.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { Call } from '../../api/call.ts';
import './status.css';

export function StatusScreen({ loan }: { loan: Loan }) {
  const wizard = useWizard();
  const isModalOpen = useWizardState((now) => now.matches({ flow: { status: 'open' } }));
  // The event is ignored after a final verdict.
  useEffect(() => onVisible(() => wizard.send({ type: 'verdict.refreshRequested' })), [wizard]);
  return (
    <div className="status-screen split">
      <CustomerVerdict isApproved={loan.status === 'approved'} part="cards">
        <VerdictCard loan={loan} />
        <LoanFacts loan={loan} />
      </CustomerVerdict>
      <SentAnswers loan={loan} />
      {isModalOpen && <VerdictModal />}
    </div>
  );
}

function VerdictCard({ loan }: { loan: Loan }) {
  const wizard = useWizard();
  const result = useWizardState(({ context }) => context.result) ?? {};
  const isAsking = useWizardState(
    (now) => now.matches({ flow: { status: 'checking' } }) || now.matches({ flow: { status: 'refreshing' } }),
  );
  const verdict = verdictOf(result);
  const portal = verdict === 'approved' ? lenderPortal(result) : null;
  const amount = appliedAmount(loan);
  const canChange = verdictCanChange(loan.status);
  const asksForDocuments = verdict === 'pending' || (verdict === 'approved' && portal === null);
  const documents = takesDocuments(loan) && (
    <DocumentsLink kind={asksForDocuments ? 'primary' : 'secondary'} />
  );
  return (
    <Card>
      <VerdictSummary verdict={verdict} level={2}>
        {verdict === 'approved' && amount !== null && <Money rupees={amount} large />}
      </VerdictSummary>
      {verdict === 'approved' && <ApprovedSteps portal={portal} />}
      {verdict === 'rejected' && <RejectedHelp />}
      {verdictMessages[verdict].phone && <SupportPhone />}
      <Actions>
        {offersExploreMore(result) && (
          <Button kind="quiet" onPress={() => wizard.send({ type: 'explore.requested' })}>
            {t('status.explore')}
          </Button>
        )}
        {!asksForDocuments && documents}
        {canChange && (
          <Button
            kind={asksForDocuments ? 'secondary' : 'primary'}
            busy={isAsking}
            onPress={() => wizard.send({ type: 'verdict.refreshRequested' })}
          >
            {t('status.refresh')}
          </Button>
        )}
        {asksForDocuments && documents}
        {verdict === 'rejected' && <NewApplicationButton />}
        {portal && (
          <ButtonLink href={portal} away>
            {t('status.approved.continue')}
          </ButtonLink>
        )}
      </Actions>
    </Card>
  );
}

/** Shows the facts that support asks for on the phone, and the amount applied for. */
export function LoanFacts({ loan }: { loan: Loan }) {
  const { institution_name: school, students } = loan.el_details;
  const amount = appliedAmount(loan);
  const lender = useLenderName(loan);
  return (
    <Card title={t(loan.status === 'rejected' ? 'status.loan.applied' : 'status.loan')}>
      <Facts
        facts={[
          [t('status.loan.number'), <LoanNumber loanId={loan.loan_id} />],
          amount !== null && [t('status.loan.amount'), <Money rupees={amount} />],
          [t('status.loan.plan'), <AppliedPlan loan={loan} />],
          lender !== null && [t('status.loan.lender'), lender],
          [t('status.loan.school'), school],
          [t('status.loan.students'), students.map(({ student_name }) => student_name).join(', ')],
        ]}
      />
      {loan.status === 'approved' && loan.presentation === 'embedded' && <DueDates loan={loan} />}
    </Card>
  );
}

/** Calls `listener` whenever the page becomes visible again. @returns what ends that */
function onVisible(listener: () => void): () => void {
  const check = () => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', check);
  return () => document.removeEventListener('visibilitychange', check);
}

/** Lists the sent answers, collapsed: the students, then Applicant Details section by section. */
function SentAnswers({ loan }: { loan: Loan }) {
  return (
    <CollapsibleCard id={useId()} title={t('status.sent')} startsOpen={false}>
      {loan.el_details.students.map((student, index) => (
        <section key={student.id} className="stack-s2">
          <h3>{student.student_name || t('student.card.title', { number: index + 1 })}</h3>
          <Answers loan={loan} fields={cardOf(student)} />
        </section>
      ))}
      {sectionsOf(loan).map(({ id, fields }) => (
        <section key={id} className="stack-s2">
          <h3>{t(messageId(sections[id].title))}</h3>
          <Answers loan={loan} fields={fields} />
        </section>
      ))}
    </CollapsibleCard>
  );
}

/** Shows the rows that have a value, without a choice whose text is another field. */
function Answers({ loan, fields }: { loan: Loan; fields: readonly string[] }) {
  const intl = useIntl();
  const facts = fields.map((name): Fact => {
    const shown = displayedField(name);
    if (shown !== name && fields.includes(shown)) return false;
    const row = rowOf(name);
    const value = valueText(intl, rowOf(shown), loanFieldValue(loan, shown));
    return row !== undefined && value !== null && [t(messageId(row.label)), value];
  });
  return <Facts stacked facts={facts} />;
}

/**
 * The Loan Status modal: the lender's answer and the next step (specification, section 4). A customer's approved loan
 * continues in the app.
 */
export function VerdictModal() {
  const isApproved = useWizardState(({ context }) => verdictOf(context.result ?? {}) === 'approved');
  return (
    <CustomerVerdict isApproved={isApproved} part="modal">
      <LenderModal />
    </CustomerVerdict>
  );
}

function LenderModal() {
  const wizard = useWizard();
  const loan = useWizardState(({ context }) => context.loan);
  const result = useWizardState(({ context }) => context.result) ?? {};
  const isLocked = useLock().mode === 'locked';
  const verdict = verdictOf(result);
  const portal = verdict === 'approved' ? lenderPortal(result) : null;
  const scan = useRequestedDocument();
  const needsDocument = scan === 'missing' || scan === 'refused';
  const hasNextStep = portal !== null || verdict === 'rejected' || needsDocument;
  const close = () => wizard.send({ type: 'status.closed' });
  return (
    <Dialog
      title={t('status.title')}
      isTitleSmall
      onCancel={close}
      actions={
        <>
          {offersExploreMore(result) && (
            <Button onPress={() => wizard.send({ type: 'explore.requested' })}>{t('status.explore')}</Button>
          )}
          <Button kind={hasNextStep ? 'quiet' : 'primary'} onPress={close}>
            {t('status.close')}
          </Button>
          {verdict === 'rejected' && <NewApplicationButton />}
          {portal && (
            <ButtonLink href={portal} away>
              {t('status.approved.continue')}
            </ButtonLink>
          )}
          {needsDocument && <DocumentsLink kind="primary" />}
        </>
      }
    >
      {loan && isLocked && hasBeenQueried(loan) && <p>{t('status.answersSent')}</p>}
      <VerdictSummary verdict={verdict} />
      {verdict === 'approved' && <ApprovedSteps portal={portal} />}
      {loan && <LoanSummary loan={loan} verdict={verdict} />}
      {verdict === 'rejected' && <RejectedHelp />}
      {verdictMessages[verdict].phone && <SupportPhone />}
    </Dialog>
  );
}

/** Shows the next step after a rejection by the lender. */
function RejectedHelp() {
  return <p>{t('status.rejected.next')}</p>;
}

function NewApplicationButton() {
  const wizard = useWizard();
  return (
    <Button kind="primary" onPress={() => wizard.send({ type: 'explore.requested' })}>
      {t('app.reentry.startNew')}
    </Button>
  );
}

/** The way to all documents of the loan. */
export function DocumentsLink({ kind }: Pick<ButtonLinkProps, 'kind'>) {
  const { apiKey, call } = useServices();
  const loanId = useWizardState(({ context }) => context.loanId);
  if (loanId === null) return null;
  // The documents page refuses frames (decision 1); a tab cannot read what another site's frame stored (decision 123).
  const isFramed = window.self !== window.top;
  const search = isFramed ? searchWithKey(apiKey) : window.location.search;
  return (
    <ButtonLink
      kind={kind}
      href={`/app/loan/${encodeURIComponent(loanId)}/documents${search}`}
      away={isFramed}
      {...(isFramed && { onClick: ({ currentTarget }) => addCode(currentTarget, call, loanId) })}
    >
      {t('status.documents')}
    </ButtonLink>
  );
}

/**
 * Gives the new tab a token by a code in the fragment, which is sent to no server. The code is made here, within the
 * click: a script that asked for it first would have to open the tab, which a page around with
 * `Cross-Origin-Opener-Policy` does not let it do. If it cannot be stored, the tab asks for a one-time password.
 */
function addCode(link: HTMLAnchorElement, call: Call, loanId: string): void {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const code = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
  link.hash = `code=${code}`;
  const { signal } = new AbortController();
  void call('createAccessCode', { path: { id: loanId }, body: { code } }, { signal, keepalive: true });
}

/** Returns the page's query string with the key itself, as links in messages have it. */
function searchWithKey(apiKey: string | null): string {
  const params = new URLSearchParams(window.location.search);
  params.delete('k');
  if (apiKey !== null) params.set('api_key', apiKey);
  const text = params.toString();
  return text && `?${text}`;
}
