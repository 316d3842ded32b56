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
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
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
  const now = others.filter(({ need, type }) => need === 'required' && isAskedAt(stage, type));
  const later = others.filter(({ need, type }) => need === 'required' && !isAskedAt(stage, type));
  const askedNow = requested ? [requested, ...now] : now;
  const side = (
    <>
      <p className="text-muted">{t('document.lead')}</p>
      {!isQueried && <p className="text-muted document-drop-hint">{t('document.drop')}</p>}
      {!isQueried && phoneAddress !== null && <PhoneHandover address={phoneAddress} />}
    </>
  );
  return (
    <Columns side={side}>
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
      <Card title={askedNow.length > 0 && t('document.now', { count: askedNow.length })}>
        <DocumentProgress documents={documents} askedNow={askedNow} />
        {requested && <RequestedDocument {...row} document={requested} />}
        {now.length > 0 && <Reasons {...row} help={nowMessages[stage]} documents={now} />}
      </Card>
      <DocumentGroup
        {...row}
        title="document.later"
        help="document.later.help"
        documents={later}
        startsOpen={askedNow.length === 0}
      />
      <DocumentGroup
        {...row}
        title="document.optional"
        help="document.optional.help"
        documents={others.filter(({ need }) => need !== 'required')}
      />
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

const nowMessages = {
  application: 'document.now.application',
  decision: 'document.now.decision',
  disbursal: 'document.now.payout',
} as const satisfies Record<DocumentPhase, MessageId>;

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
  // Documents that are needed later have their own heading.
  const counted = askedNow.length > 0 ? askedNow : needed;
  const here = counted.filter((one) => !isMissing(one)).length;
  return (
    <div className="stack-s2" role="status">
      {!askedNow.some(isMissing) && (
        <p className="icon-line">
          <CheckIcon />
          <span>{needed.some(isMissing) ? t('document.list.nothingNow') : t('document.list.all')}</span>
        </p>
      )}
      <ProgressLine done={here} all={counted.length} />
      <p className="text-muted">{t('document.tally', { here, all: counted.length })}</p>
    </div>
  );
}

type RowProps = { checklist: ChecklistActor; pendingUploads: readonly PendingUpload[]; loan: Loan };

type ReasonsProps = RowProps & { help: MessageId; documents: Documents };

/** Starts open if so told, or if the parent has begun with one of its documents. */
function DocumentGroup(props: ReasonsProps & { title: MessageId; startsOpen?: boolean }) {
  const { title, startsOpen = true, ...group } = props;
  const isBegun = group.documents.some(
    ({ type, content }) => content || group.pendingUploads.some(({ document }) => document === type),
  );
  const count = group.documents.length;
  if (count === 0) return null;
  return (
    <CollapsibleCard id={title} title={t(title, { count })} startsOpen={startsOpen || isBegun}>
      <Reasons {...group} />
    </CollapsibleCard>
  );
}

/** Shows documents that are asked for at the same time, by what they are for. */
function Reasons({ help, documents, ...row }: ReasonsProps) {
  return (
    <>
      <p className="document-group-help text-muted text-small">{t(help)}</p>
      {reasons.map((reason) => (
        <Reason
          key={reason}
          {...row}
          reason={reason}
          documents={documents.filter(({ type }) => reasonOf(type) === reason)}
        />
      ))}
    </>
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
        <Row key={document.type} {...row} document={document} />
      ))}
    </div>
  );
}

/** Shows the document that the lender waits for, first and marked; once it was added, the next step. */
function RequestedDocument({ document, ...row }: RowProps & { document: LoanDocument }) {
  const scan = document.content?.scan ?? 'refused';
  return (
    <div className="document-requested stack-s3">
      <h3>{t('document.requested')}</h3>
      <p role="status">{t(requestedMessages[scan])}</p>
      <Row {...row} document={document} isRequested />
    </div>
  );
}

const requestedMessages = {
  clean: 'document.requested.here',
  not_scanned: 'document.requested.here',
  waiting: 'document.requested.scanning',
  refused: 'document.requested.help',
} as const;

function Row(props: RowProps & { document: LoanDocument; isRequested?: boolean }) {
  const { checklist, pendingUploads, loan, document, isRequested = false } = props;
  return (
    <DocumentRow
      document={document}
      level={4}
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
