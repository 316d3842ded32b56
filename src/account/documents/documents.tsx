/** The documents of a loan (specification, section 3): what is needed and why, what is there, what is missing. */
import { useSelector } from '@xstate/react';
import { Suspense, useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { documentAccess, lockOf } from '../../../domain/access.ts';
import { reasonOf } from '../../../domain/documents.ts';
import type { DocumentReason, Loan, LoanDocument } from '../../../domain/wire.ts';
import { hasVerdict, verdictCanChange } from '../../../domain/status.ts';
import { type LoanDocuments, requestedDocumentOf } from '../../../machines/checklist.ts';
import { LoadingScreen } from '../../apply/status-pages.tsx';
import { usePendingUploads } from '../../documents/actor.ts';
import { type ChecklistActor, ChecklistFailed, useChecklist } from '../../documents/checklist.tsx';
import { DocumentRow } from '../../documents/DocumentRow.tsx';
import type { PendingUpload } from '../../documents/services.ts';
import { reasonMessages } from '../../documents/message-ids.ts';
import { Actions } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { CheckIcon } from '../../ui/icons/check.tsx';
import { ProgressLine } from '../../ui/ProgressBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DocumentsFrame } from '../frame.tsx';
import { PhoneHandover } from './phone-handover.tsx';
import './documents.css';

export interface DocumentsProps {
  loanId: string;
  /** The address of the application itself. */
  application: string;
  testLoans: boolean;
  /** The address of this page for another device; null where the page has no API key. */
  phoneAddress: string | null;
  /** Leads to the re-entry and back; null where the page has no API key. */
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
        {now.hasTag('busy') && (
          <Skeleton label={<FormattedMessage id="document.list.loading" />} fields={6} />
        )}
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

/** In the order in which they are asked for. */
const reasons = Object.keys(reasonMessages) as DocumentReason[];

type ChecklistProps = Pick<DocumentsProps, 'application' | 'phoneAddress'> & {
  checklist: ChecklistActor;
  loanDocuments: LoanDocuments;
};

function Checklist({ checklist, loanDocuments, application, phoneAddress }: ChecklistProps) {
  const { loan, documents } = loanDocuments;
  const pendingUploads = usePendingUploads(loan.loan_id);
  const isQueried = lockOf(loan).mode === 'queried';
  const requested = requestedDocumentOf({ loan, documents });
  const others = documents.filter((one) => one !== requested);
  const row = { checklist, pendingUploads, loan };
  return (
    <div className="stack">
      {requested && <RequestedDocument {...row} document={requested} />}
      {hasVerdict(loan.status) && !verdictCanChange(loan.status) && (
        <Card title={<FormattedMessage id="document.answered" />}>
          <ButtonLink href={application}>
            <FormattedMessage id="document.answered.open" />
          </ButtonLink>
        </Card>
      )}
      <DocumentProgress documents={documents} />
      {!isQueried && (
        <p className="text-muted document-drop-hint">
          <FormattedMessage id="document.drop" />
        </p>
      )}
      {!isQueried && phoneAddress !== null && <PhoneHandover address={phoneAddress} />}
      {isQueried && (
        <Card>
          <p>
            <FormattedMessage id="document.list.queried" />
          </p>
          <ButtonLink href={application}>
            <FormattedMessage id="document.list.queried.open" />
          </ButtonLink>
        </Card>
      )}
      {reasons.map((reason) => (
        <Reason key={reason} {...row} reason={reason} documents={others} />
      ))}
      {loan.employment_details.employment_type === null && (
        <p className="text-muted">
          <FormattedMessage id="document.list.occupation" />
        </p>
      )}
      {!isQueried && (
        <p>
          <a href={application}>
            <FormattedMessage id="document.list.back" />
          </a>
        </p>
      )}
    </div>
  );
}

const isMissing = ({ need, content }: LoanDocument) =>
  need === 'required' && (content === null || content.scan === 'refused');

/** How far it is, as a bar and a sentence. */
function DocumentProgress({ documents }: { documents: readonly LoanDocument[] }) {
  const needed = documents.filter(({ need }) => need === 'required');
  const missing = needed.filter(isMissing).length;
  return (
    <Card>
      <div className="document-progress" role="status">
        <p className="document-progress-text">
          {missing === 0 && <CheckIcon />}
          <span>
            {missing === 0 ? (
              <FormattedMessage id="document.list.all" />
            ) : (
              <FormattedMessage id="document.list.missing" values={{ count: missing }} />
            )}
          </span>
        </p>
        <ProgressLine done={needed.length - missing} all={needed.length} />
        <p className="text-muted">
          <FormattedMessage
            id="document.tally"
            values={{ here: needed.length - missing, all: needed.length }}
          />
        </p>
      </div>
    </Card>
  );
}

type RowProps = { checklist: ChecklistActor; pendingUploads: readonly PendingUpload[]; loan: Loan };

type ReasonProps = RowProps & { reason: DocumentReason; documents: readonly LoanDocument[] };

function Reason({ reason, documents, ...row }: ReasonProps) {
  const [name, help] = reasonMessages[reason];
  const rows = documents.filter(({ type }) => reasonOf(type) === reason);
  if (rows.length === 0) return null;
  return (
    <Card title={<FormattedMessage id={name} />}>
      <p className="text-muted document-reason">
        <FormattedMessage id={help} />
      </p>
      {rows.map((document) => (
        <Row key={document.type} {...row} document={document} />
      ))}
    </Card>
  );
}

/** The document that the lender waits for, first and marked; and once it is there, what happens next. */
function RequestedDocument({ document, ...row }: RowProps & { document: LoanDocument }) {
  const scan = document.content?.scan ?? 'refused';
  return (
    <div className="document-requested">
      <Card title={<FormattedMessage id="document.requested" />}>
        <p role="status">
          <FormattedMessage id={requestedMessages[scan]} />
        </p>
        <Row {...row} document={document} />
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

function Row({ checklist, pendingUploads, loan, document }: RowProps & { document: LoanDocument }) {
  return (
    <DocumentRow
      document={document}
      access={documentAccess(loan, document)}
      use={{
        loanId: loan.loan_id,
        pendingUpload: pendingUploads.find((one) => one.document === document.type),
        onAdded: (added) => checklist.send({ type: 'document.changed', document: added.document }),
      }}
    />
  );
}

/** Where this device has a key and no token of the loan, the application's own page lets the person enter it again. */
function AccessLost({ application, openReentry }: Pick<DocumentsProps, 'application' | 'openReentry'>) {
  useEffect(() => openReentry?.(), [openReentry]);
  return openReentry ? <LoadingScreen /> : <NoAccess application={application} />;
}

/** Neither this device nor its customer has access to the loan, or there is no such loan. */
export function NoAccess({ application }: Pick<DocumentsProps, 'application'>) {
  return (
    <Card title={<FormattedMessage id="document.list.lost" />}>
      <p>
        <FormattedMessage id="document.list.lost.help" />
      </p>
      <Actions>
        <ButtonLink href={application}>
          <FormattedMessage id="document.list.lost.open" />
        </ButtonLink>
      </Actions>
    </Card>
  );
}
