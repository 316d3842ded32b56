/** Loan Success: a short text by status, and the next step (specification, section 2; decisions 29 and 110). */
import { consumerBase } from '../../../domain/pages/steps.ts';
import type { LoanStatus } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import { DocumentsLink, LoanFacts } from './status-screen.tsx';
import { LoanNumber, SupportPhone, verdictIcons, type VerdictTone } from './verdict-summary.tsx';
import './status.css';

interface SuccessMessage {
  title: MessageId;
  help: MessageId;
  tone: VerdictTone;
  /** Says whether the support's phone line is given. */
  phone?: true;
}

const review: SuccessMessage = {
  title: 'status.success.review',
  help: 'status.success.review.help',
  tone: 'open',
};

const successMessages: Partial<Record<LoanStatus, SuccessMessage>> = {
  approved: { title: 'status.success.approved', help: 'status.success.approved.help', tone: 'good' },
  pending: { title: 'status.success.pending', help: 'status.pending.help', tone: 'open', phone: true },
  rejected: {
    title: 'status.success.rejected',
    help: 'status.success.rejected.help',
    tone: 'closed',
    phone: true,
  },
};

export default function Success() {
  const loan = useWizardState((snapshot) => snapshot.context.loan);
  const number = loan && <LoanNumber loanId={loan.loan_id} />;
  const { title, help, tone, phone } = successMessages[loan?.status ?? 'under_review'] ?? review;
  return (
    <div className="status-screen split">
      <Card>
        <div className="success-verdict" data-tone={tone}>
          <span className="verdict-icon">{verdictIcons[tone]}</span>
          <h2>{t(title)}</h2>
          <p>{t(help, { loanId: number })}</p>
          {loan?.status === 'approved' ? (
            <small className="text-muted">{loan.loan_id}</small>
          ) : (
            <p>{t('status.success.number', { number })}</p>
          )}
          {phone && <SupportPhone />}
          <ButtonLink href={consumerBase} away={window.self !== window.top}>
            {t('status.success.dashboard')}
          </ButtonLink>
          {loan?.status === 'pending' && <DocumentsLink kind="quiet" />}
        </div>
      </Card>
      {loan && <LoanFacts loan={loan} />}
    </div>
  );
}
