/**
 * What became of a sent application: the verdict, what the loan is, the next step, and what was sent. Stands behind the
 * loan status modal, and stays when that is closed.
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
import { Actions, Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { t } from '../../i18n/text.tsx';
import { valueText } from '../../form/value-text.ts';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { useWizard, useWizardState } from '../shared/wizard.tsx';
import { CustomerVerdict } from './customer.tsx';
import { DocumentsLink } from './documents-link.tsx';
import { LoanNumber } from './loan-number.tsx';
import { appliedAmount, AppliedPlan, DueDates, useLenderName } from './loan-summary.tsx';
import { NewApplicationButton, RejectedHelp } from './rejected-next.tsx';
import { useRequestedDocument } from './requested-document.tsx';
import { SupportPhone } from './support-phone.tsx';
import { ApprovedSteps, verdictMessages, VerdictSummary } from './verdict-summary.tsx';
import { VerdictModal } from './verdict.tsx';
import './status.css';

export function StatusScreen({ loan }: { loan: Loan }) {
  const wizard = useWizard();
  const isModalOpen = useWizardState((now) => now.matches({ flow: { status: 'open' } }));
  // Ignored where the verdict is final.
  useEffect(() => onVisible(() => wizard.send({ type: 'verdict.refreshRequested' })), [wizard]);
  return (
    <div className="status-screen stack">
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
  const canChange = verdictCanChange(loan.status);
  const scan = useRequestedDocument();
  const needsDocument = scan === 'missing' || scan === 'refused';
  return (
    <Card>
      <VerdictSummary verdict={verdict} level={2} />
      {verdict === 'approved' && <ApprovedSteps portal={portal} />}
      {verdict === 'rejected' && <RejectedHelp />}
      {verdictMessages[verdict].phone && <SupportPhone />}
      <Actions>
        {canChange && (
          <Button busy={isAsking} onPress={() => wizard.send({ type: 'verdict.refreshRequested' })}>
            {t('status.refresh')}
          </Button>
        )}
        {offersExploreMore(result) && (
          <Button onPress={() => wizard.send({ type: 'explore.requested' })}>{t('status.explore')}</Button>
        )}
        {takesDocuments(loan) && <DocumentsLink kind={needsDocument ? 'primary' : 'secondary'} />}
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

/** What one is asked on the phone, and what was applied for. */
function LoanFacts({ loan }: { loan: Loan }) {
  const { institution_name: school, students } = loan.el_details;
  const amount = appliedAmount(loan);
  const lender = useLenderName(loan);
  return (
    <Card title={t(loan.status === 'rejected' ? 'status.loan.applied' : 'status.loan')}>
      <Facts
        stacked
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

/** What was sent, as a list to read, folded: the students, then Applicant Details section by section. */
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

/** The rows that have a value, without a choice whose words are a field of their own. */
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
