/** The Loan Status modal: what the lender answered and what is to be done next (specification, section 4). */
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { offersExploreMore, type Verdict } from '../../../domain/lender.ts';
import { lenderPortal } from '../../../domain/lender-portal.ts';
import type { LenderResult } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { CheckIcon } from '../../ui/icons/check.tsx';
import { HourglassIcon } from '../../ui/icons/hourglass.tsx';
import './status.css';

interface VerdictMessage {
  title: MessageId;
  help: MessageId;
  tone: 'good' | 'bad' | 'open';
}

const verdictMessages: Record<Verdict, VerdictMessage> = {
  approved: { title: 'status.approved', help: 'status.approved.steps', tone: 'good' },
  rejected: { title: 'status.rejected', help: 'status.rejected.help', tone: 'bad' },
  pending: { title: 'status.pending', help: 'status.pending.help', tone: 'open' },
  in_progress: { title: 'status.inProgress', help: 'status.inProgress.help', tone: 'open' },
  under_review: { title: 'status.underReview', help: 'status.underReview.help', tone: 'open' },
};

const icons = { good: <CheckIcon />, bad: <AlertIcon />, open: <HourglassIcon /> };

const steps: readonly MessageId[] = [
  'status.approved.kyc',
  'status.approved.bank',
  'status.approved.debit',
  'status.approved.terms',
];

/** Where documents can still help. */
const awaitDocuments: readonly Verdict[] = ['pending', 'in_progress', 'under_review'];

export interface LoanStatusProps {
  verdict: Verdict;
  documents: ReactNode;
  result: LenderResult;
  onClose: () => void;
  onExplore: () => void;
}

export function LoanStatus({ verdict, result, documents, onClose, onExplore }: LoanStatusProps) {
  const { title, help, tone } = verdictMessages[verdict];
  const portal = verdict === 'approved' ? lenderPortal(result) : null;
  return (
    <Dialog
      title={<FormattedMessage id="status.title" />}
      onCancel={onClose}
      actions={
        <>
          <Button onPress={onClose}>
            <FormattedMessage id="status.close" />
          </Button>
          {portal && (
            <ButtonLink href={portal} away>
              <FormattedMessage id="status.approved.continue" />
            </ButtonLink>
          )}
          {awaitDocuments.includes(verdict) && documents}
          {offersExploreMore(result) && (
            <Button kind="primary" onPress={onExplore}>
              <FormattedMessage id="status.explore" />
            </Button>
          )}
        </>
      }
    >
      <VerdictSummary tone={tone} title={<FormattedMessage id={title} />}>
        <FormattedMessage id={help} />
      </VerdictSummary>
      {verdict === 'approved' && <NextSteps />}
      {verdict === 'approved' && !portal && (
        <p className="text-muted">
          <FormattedMessage id="status.approved.noLink" />
        </p>
      )}
    </Dialog>
  );
}

/** The lender's word with its mark, and one line on what it means. */
function VerdictSummary({
  tone,
  title,
  children,
}: {
  tone: VerdictMessage['tone'];
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="verdict" data-tone={tone}>
      <span className="verdict-icon">{icons[tone]}</span>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  );
}

function NextSteps() {
  return (
    <ol className="numbered-steps">
      {steps.map((id) => (
        <li key={id}>
          <FormattedMessage id={id} />
        </li>
      ))}
    </ol>
  );
}
