/** What the lender answered, in words: for the loan status modal and for the status screen. */
import type { PropsWithChildren } from 'react';
import type { Verdict } from '../../../domain/lending/lender.ts';
import type { MessageId } from '../../../locales/index.ts';
import { FileIcon } from '../../ui/icons.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useRequestedDocument } from './requested-document.tsx';
import { verdictIcons, type VerdictTone } from './verdict-icons.tsx';
import './status.css';
import './verdict.css';

interface VerdictMessage {
  title: MessageId;
  help: MessageId;
  tone: VerdictTone;
  /** Whether the support's phone line is given (specification, section 9). */
  phone: boolean;
}

type Summary = Pick<VerdictMessage, 'title' | 'help'>;
type VerdictSummaryProps = PropsWithChildren<{ verdict: Verdict; level?: 2 | 3 }>;

export const verdictMessages: Record<Verdict, VerdictMessage> = {
  approved: { title: 'status.approved', help: 'status.approved.steps', tone: 'good', phone: false },
  rejected: { title: 'status.rejected', help: 'status.rejected.help', tone: 'closed', phone: true },
  pending: { title: 'status.pending', help: 'status.pending.help', tone: 'open', phone: true },
  in_progress: { title: 'status.inProgress', help: 'status.inProgress.help', tone: 'open', phone: false },
  under_review: { title: 'status.underReview', help: 'status.underReview.help', tone: 'open', phone: false },
};

/** In place of a pending verdict's messages, once its document was added. */
const requestedDocumentMessages = {
  clean: { title: 'status.pending.here', help: 'status.pending.here.help' },
  not_scanned: { title: 'status.pending.here', help: 'status.pending.here.help' },
  waiting: { title: 'status.pending.here', help: 'status.pending.scanning' },
  refused: { title: 'status.pending', help: 'status.pending.refused' },
} as const satisfies Record<string, Summary>;

/** The verdict with its icon, what stands below its heading, and one line on what it means. A screen reader announces a new verdict. */
export function VerdictSummary({ verdict, level = 3, children }: VerdictSummaryProps) {
  const scan = useRequestedDocument();
  const { tone, ...usual } = verdictMessages[verdict];
  const { title, help } =
    verdict === 'pending' && scan !== null && scan !== 'missing' ? requestedDocumentMessages[scan] : usual;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="verdict" data-tone={tone} aria-live="polite">
      <span className="verdict-icon">{title === 'status.pending' ? <FileIcon /> : verdictIcons[tone]}</span>
      <Heading>{t(title)}</Heading>
      {children}
      <p>{t(help)}</p>
    </div>
  );
}

const steps: readonly MessageId[] = [
  'status.approved.kyc',
  'status.approved.bank',
  'status.approved.debit',
  'status.approved.terms',
];

/** What is to be done with the lender after an approval, and where. */
export function ApprovedSteps({ portal }: { portal: string | null }) {
  return (
    <>
      <ol className="numbered-steps">
        {steps.map((id) => (
          <li key={id}>{t(id)}</li>
        ))}
      </ol>
      <p className="text-muted">{t('status.approved.atHand')}</p>
      {!portal && <p className="text-muted">{t('status.approved.noLink')}</p>}
    </>
  );
}
