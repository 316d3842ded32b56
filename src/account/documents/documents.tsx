/** A loan's documents (specification, section 3): the required ones with reasons, the added and the missing ones. */
import { useSelector } from '@xstate/react';
import { Suspense, useEffect } from 'react';
import { documentAccess, lockOf } from '../../../domain/loan/access.ts';
import {
  type DocumentPhase,
  documentPhaseOfStatus,
  isAskedAt,
  reasonOf,
} from '../../../domain/loan/documents.ts';
import { takesDocuments } from '../../../domain/loan/status.ts';
import type { DocumentReason, Loan, LoanDocument } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { type LoanDocuments, requestedDocumentOf } from '../../../machines/checklist.ts';
import { LoadingScreen } from '../../apply/page/status-pages.tsx';
import { usePendingUploads } from '../../documents/actor.ts';
import { type ChecklistActor, ChecklistFailed, useChecklist } from '../../documents/checklist.tsx';
import { DocumentRow } from '../../documents/document-row.tsx';
import type { PendingUpload } from '../../documents/services.ts';
import { reasonMessages } from '../../documents/message-ids.ts';
import { Actions, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Columns } from '../columns.tsx';
import { DocumentsFrame } from '../frame.tsx';
import { t } from '../../i18n/i18n.tsx';
import { PhoneHandover } from './phone-handover.tsx';
import './documents.css';

export interface DocumentsProps {
  loanId: string;
  /** The address of the application itself. */
  application: string;
  testLoans: boolean;
  /** The address of this page for another device; null if the page has no API key. */
  phoneAddress: string | null;
  /** Leads to the re-entry and back; null if the page has no API key. */
  openReentry: (() => void) | null;
}

export function DocumentsScreen(props: DocumentsProps) {
  const { loanId, application, testLoans, phoneAddress, openReentry } = props;
  const checklist = useChecklist(loanId);
  const now = useSelector(checklist, (snapshot) => snapshot);
  const { loanDocuments } = now.context;
  return (
    <DocumentsFrame isTest={loanDocuments?.loan.test ?? testLoans}>
      <Suspense fallback={<LoadingScreen />}>
        {now.matches('notFound') && <AccessLost application={application} openReentry={openReentry} />}
        {now.matches('failed') && <ChecklistFailed checklist={checklist} />}
        {now.hasTag('busy') && <Skeleton label={t('document.list.loading')} fields={6} />}
        {loanDocuments && (
          <Checklist
            checklist={checklist}
            loanDocuments={loanDocuments}
            application={application}
            phoneAddress={phoneAddress}
          />
        )}
      </Suspense>
    </DocumentsFrame>
  );
}

/** The reasons in the order in which the documents are listed. */
const reasons = Object.keys(reasonMessages) as DocumentReason[];

type ChecklistProps = Pick<DocumentsProps, 'application' | 'phoneAddress'> & {
  checklist: ChecklistActor;
  loanDocuments: LoanDocuments;
};

function Checklist({ checklist, loanDocuments, application, phoneAddress }: ChecklistProps) {
  const { loan, documents } = loanDocuments;
  const pendingUploads = usePendingUploads(loan.loan_id);
  const isQueried = lockOf(loan).mode === 'queried';
  const row = { checklist, pendingUploads, loan };
  if (!takesDocuments(loan))
    return <ClosedChecklist {...row} documents={documents} application={application} />;
  const requested = requestedDocumentOf({ loan, documents });
  const others = documents.filter((one) => one !== requested);
  const stage = documentPhaseOfStatus(loan.status);
  const groupOf = ({ type, need }: LoanDocument): Group =>
    need !== 'required' ? 'optional' : isAskedAt(stage, type) ? 'now' : 'later';
  const askedNow = documents.filter((one) => one === requested || groupOf(one) === 'now');
  const side = (
    <>
      <DocumentProgress documents={documents} askedNow={askedNow} />
      {!isQueried && <p className="text-muted document-drop-hint">{t('document.drop')}</p>}
      {!isQueried && phoneAddress !== null && <PhoneHandover address={phoneAddress} />}
    </>
  );
  return (
    <Columns top={requested && <RequestedDocument {...row} document={requested} />} side={side}>
      {loan.status === 'approved' && (
        <Card title={t('document.answered')}>
          <ButtonLink href={application}>{t('document.answered.open')}</ButtonLink>
        </Card>
      )}
      {isQueried && (
        <Card>
          <p>{t('document.list.queried')}</p>
          <ButtonLink href={application}>{t('document.list.queried.open')}</ButtonLink>
        </Card>
      )}
      {groups.map((group) => (
        <DocumentGroup
          key={group}
          {...row}
          {...groupMessages(group, stage)}
          documents={others.filter((one) => groupOf(one) === group)}
        />
      ))}
      {loan.employment_details.employment_type === null && (
        <p className="text-muted">{t('document.list.occupation')}</p>
      )}
      {!isQueried && (
        <p>
          <a href={application}>{t('document.list.back')}</a>
        </p>
      )}
    </Columns>
  );
}

const groups = ['now', 'later', 'optional'] as const;

type Group = (typeof groups)[number];

const nowMessages = {
  application: 'document.now.application',
  decision: 'document.now.decision',
  disbursal: 'document.now.payout',
} as const satisfies Record<DocumentPhase, MessageId>;

const groupMessages = (group: Group, stage: DocumentPhase): { title: MessageId; help: MessageId } =>
  (
    ({
      now: { title: 'document.now', help: nowMessages[stage] },
      later: { title: 'document.later', help: 'document.later.help' },
      optional: { title: 'document.optional', help: 'document.optional.help' },
    }) as const
  )[group];

/** Shows the documents of a loan that takes no more documents. */
function ClosedChecklist(props: RowProps & { documents: readonly LoanDocument[]; application: string }) {
  const { documents, application, ...row } = props;
  return (
    <div className="stack">
      <Card title={t('document.closed')}>
        <p>{t('document.closed.help')}</p>
        <ButtonLink href={application}>{t('document.answered.open')}</ButtonLink>
      </Card>
      <DocumentGroup
        {...row}
        title="document.closed.list"
        help="document.closed.list.help"
        documents={documents.filter(({ content }) => content !== null)}
      />
    </div>
  );
}

const isMissing = ({ need, content }: LoanDocument) =>
  need === 'required' && (content === null || content.scan === 'refused');

type Documents = readonly LoanDocument[];

/** Shows the progress as a bar and a sentence. */
function DocumentProgress({ documents, askedNow }: { documents: Documents; askedNow: Documents }) {
  const needed = documents.filter(({ need }) => need === 'required');
  const missing = askedNow.filter(isMissing).length;
  // Documents that are needed later have their own heading.
  const counted = askedNow.length > 0 ? askedNow : needed;
  const here = counted.filter((one) => !isMissing(one)).length;
  return (
    <Card>
      <div className="stack-s2" role="status">
        <p className="icon-line">
          {missing === 0 && <CheckIcon />}
          <span>
            {missing > 0
              ? t('document.list.missing', { count: missing })
              : needed.some(isMissing)
                ? t('document.list.nothingNow')
                : t('document.list.all')}
          </span>
        </p>
        <ProgressLine done={here} all={counted.length} />
        <p className="text-muted">{t('document.tally', { here, all: counted.length })}</p>
      </div>
    </Card>
  );
}

type RowProps = { checklist: ChecklistActor; pendingUploads: readonly PendingUpload[]; loan: Loan };

type GroupProps = RowProps & { title: MessageId; help: MessageId; documents: readonly LoanDocument[] };

/** Documents that are asked for at the same time, by what they are for. */
function DocumentGroup({ title, help, documents, ...row }: GroupProps) {
  if (documents.length === 0) return null;
  return (
    <Card title={t(title)}>
      <p className="text-muted document-group-help">{t(help)}</p>
      {reasons.map((reason) => (
        <Reason
          key={reason}
          {...row}
          reason={reason}
          documents={documents.filter(({ type }) => reasonOf(type) === reason)}
        />
      ))}
    </Card>
  );
}

function Reason({ reason, documents, ...row }: RowProps & { reason: DocumentReason; documents: Documents }) {
  const [name, why] = reasonMessages[reason];
  if (documents.length === 0) return null;
  return (
    <div className="stack-s4">
      <div>
        <h3>{t(name)}</h3>
        <p className="text-muted text-small">{t(why)}</p>
      </div>
      {documents.map((document) => (
        <Row key={document.type} {...row} document={document} level={4} />
      ))}
    </div>
  );
}

/** Shows the document that the lender waits for, first and marked; once it was added, the next step. */
function RequestedDocument({ document, ...row }: RowProps & { document: LoanDocument }) {
  const scan = document.content?.scan ?? 'refused';
  return (
    <div className="document-requested">
      <Card title={t('document.requested')}>
        <p role="status">{t(requestedMessages[scan])}</p>
        <Row {...row} document={document} isRequested />
      </Card>
    </div>
  );
}

const requestedMessages = {
  clean: 'document.requested.here',
  not_scanned: 'document.requested.here',
  waiting: 'document.requested.scanning',
  refused: 'document.requested.help',
} as const;

function Row(props: RowProps & { document: LoanDocument; level?: 3 | 4; isRequested?: boolean }) {
  const { checklist, pendingUploads, loan, document, level, isRequested = false } = props;
  return (
    <DocumentRow
      document={document}
      {...(level && { level })}
      isRequested={isRequested}
      access={documentAccess(loan, document)}
      use={{
        loanId: loan.loan_id,
        pendingUpload: pendingUploads.find((one) => one.document === document.type),
        onAdded: (added) => checklist.send({ type: 'document.changed', document: added.document }),
      }}
    />
  );
}

/** Opens the application's own page for re-entry if this device has a key and no token of the loan. */
function AccessLost({ application, openReentry }: Pick<DocumentsProps, 'application' | 'openReentry'>) {
  useEffect(() => openReentry?.(), [openReentry]);
  return openReentry ? <LoadingScreen /> : <NoAccess application={application} />;
}

/** Shown if neither this device nor its customer has access to the loan, or the loan does not exist. */
export function NoAccess({ application }: Pick<DocumentsProps, 'application'>) {
  return (
    <Card title={t('document.list.lost')}>
      <p>{t('document.list.lost.help')}</p>
      <Actions>
        <ButtonLink href={application}>{t('document.list.lost.open')}</ButtonLink>
      </Actions>
    </Card>
  );
}
