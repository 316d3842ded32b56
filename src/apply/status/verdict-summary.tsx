/** Describes the lender's answer in the loan status modal and on the status screen. */
import type { PropsWithChildren, ReactNode } from 'react';
import type { Verdict } from '../../../domain/lending/lender.ts';
import { loanNumber } from '../../../domain/loan/loan-number.ts';
import { bankStatementFor } from '../../../domain/loan/requested-document.ts';
import type { DocumentContent } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { refetchOnFocus, useApiQuery } from '../../data/query.tsx';
import { CheckIcon, CloseIcon, FileIcon, HourglassIcon } from '../../ui/icons.tsx';
import { supportLinks } from '../../ui/support-links.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useLock, useServices, useWizardState } from '../shared/wizard.tsx';
import './status.css';

export type VerdictTone = 'good' | 'closed' | 'open';

const verdictIcons: Readonly<Record<VerdictTone, ReactNode>> = {
  good: <CheckIcon />,
  // The icon differs from that of an error: the applicant has made none.
  closed: <CloseIcon />,
  open: <HourglassIcon />,
};

interface VerdictMessage {
  title: MessageId;
  help: MessageId;
  tone: VerdictTone;
  /** True if the support's phone line is shown (specification, section 9). */
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

/** The messages of a pending verdict after the requested document was added. */
const requestedDocumentMessages = {
  clean: { title: 'status.pending.here', help: 'status.pending.here.help' },
  not_scanned: { title: 'status.pending.here', help: 'status.pending.here.help' },
  waiting: { title: 'status.pending.here', help: 'status.pending.scanning' },
  refused: { title: 'status.pending', help: 'status.pending.refused' },
} as const satisfies Record<string, Summary>;

/** Shows the verdict with its icon, the content below its heading, and its meaning; a new verdict is announced. */
export function VerdictSummary({ verdict, level = 3, children }: VerdictSummaryProps) {
  const scan = useRequestedDocument();
  const { tone, ...usual } = verdictMessages[verdict];
  const { title, help } =
    verdict === 'pending' && scan !== null && scan !== 'missing' ? requestedDocumentMessages[scan] : usual;
  const icon = title === 'status.pending' ? <FileIcon /> : undefined;
  return (
    <VerdictBox tone={tone} icon={icon} level={level} title={t(title)} below={children}>
      {t(help)}
    </VerdictBox>
  );
}

interface VerdictBoxProps {
  tone: VerdictTone;
  /** An icon in place of that of the tone. */
  icon?: ReactNode;
  level: 2 | 3;
  title: ReactNode;
  /** The content below the title. */
  below?: ReactNode;
  children: ReactNode;
}

export function VerdictBox(props: VerdictBoxProps) {
  const { tone, icon = verdictIcons[tone], level, title, below, children } = props;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="verdict" data-tone={tone} aria-live="polite">
      <span className="verdict-icon">{icon}</span>
      <Heading>{title}</Heading>
      {below}
      <p>{children}</p>
    </div>
  );
}

const steps: readonly MessageId[] = [
  'status.approved.kyc',
  'status.approved.bank',
  'status.approved.debit',
  'status.approved.terms',
];

/** Lists the steps with the lender after an approval. */
export function ApprovedSteps({ portal }: { portal: string | null }) {
  return (
    <>
      <ol className="numbered-steps">
        {steps.map((id) => (
          <li key={id}>{t(id)}</li>
        ))}
      </ol>
      <div className="text-muted">
        <p>{t('status.approved.atHand')}</p>
        <p>{t(portal ? 'status.approved.opens' : 'status.approved.noLink')}</p>
      </div>
    </>
  );
}

type RequestedDocument = DocumentContent['scan'] | 'missing';

/**
 * Returns the state of the document's scan; null until that is known, and if the lender waits for none. It is read
 * again when the page becomes visible: in a frame the document is added in another tab.
 */
export function useRequestedDocument(): RequestedDocument | null {
  const isLocked = useLock().mode === 'locked';
  const loan = useWizardState(({ context }) => context.loan);
  const pending = isLocked && loan?.status === 'pending' ? loan : null;
  const params = pending && { path: { id: pending.loan_id } };
  const documents = useApiQuery('listDocuments', params, refetchOnFocus);
  if (!pending || documents.isPending) return null;
  const type = bankStatementFor(pending);
  return documents.data?.find((one) => one.type === type)?.content?.scan ?? 'missing';
}

/** The support's phone line (section 4). */
export function SupportPhone() {
  const { phone } = supportLinks(useServices().support);
  return <p>{t('status.success.phone', { phone })}</p>;
}

/** The loan's number, which a person reads out on the phone: never broken over two lines. */
export function LoanNumber({ loanId }: { loanId: string }) {
  return <strong className="number">{loanNumber(loanId)}</strong>;
}
