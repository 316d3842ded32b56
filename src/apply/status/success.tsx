/** Loan Success: a short text by status, and the next step (specification, section 2; decisions 29 and 110). */
import { lenderPortal } from '../../../domain/lending/lender-portal.ts';
import { consumerBase } from '../../../domain/pages/steps.ts';
import type { LoanStatus } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { Actions, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import { appliedAmount } from './loan-summary.tsx';
import { DocumentsLink, LoanFacts } from './status-screen.tsx';
import { ApprovedSteps, LoanNumber, SupportPhone, VerdictBox, type VerdictTone } from './verdict-summary.tsx';
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
  const result = useWizardState((snapshot) => snapshot.context.result);
  const number = loan && <LoanNumber loanId={loan.loan_id} />;
  const { title, help, tone, phone } = successMessages[loan?.status ?? 'under_review'] ?? review;
  const approved = loan?.status === 'approved' ? loan : null;
  const amount = approved && appliedAmount(approved);
  // A customer's loan goes on in the app.
  const isAtLender = approved?.presentation === 'embedded';
  const portal = isAtLender ? lenderPortal(result ?? {}) : null;
  return (
    <div className="status-screen split">
      <Card>
        <VerdictBox
          tone={tone}
          level={2}
          title={t(title)}
          below={amount !== null && <Money rupees={amount} large />}
        >
          {t(help, { loanId: number })}
        </VerdictBox>
        {!approved && <p>{t('status.success.number', { number })}</p>}
        {isAtLender && (
          <>
            <p>{t('status.approved.steps')}</p>
            <ApprovedSteps portal={portal} />
          </>
        )}
        {phone && <SupportPhone />}
        <Actions>
          {loan?.status === 'pending' && <DocumentsLink kind="quiet" />}
          <ButtonLink
            href={consumerBase}
            kind={portal ? 'secondary' : 'primary'}
            away={window.self !== window.top}
          >
            {t('status.success.dashboard')}
          </ButtonLink>
          {portal && (
            <ButtonLink href={portal} away>
              {t('status.approved.continue')}
            </ButtonLink>
          )}
        </Actions>
        {approved && (
          <small className="text-muted">{t('status.success.reference', { loanId: approved.loan_id })}</small>
        )}
      </Card>
      {loan && <LoanFacts loan={loan} />}
    </div>
  );
}
