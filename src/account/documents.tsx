/** The documents of a loan (specification, section 3): what is needed and why, what is there, what is missing. */
import { useSelector } from '@xstate/react';
import { FormattedMessage } from 'react-intl';
import { documentAccess, lockOf } from '../../domain/access.ts';
import { reasonOf } from '../../domain/documents.ts';
import type { DocumentReason, LoanDocument } from '../../domain/wire.ts';
import type { LoanDocuments } from '../../machines/checklist.ts';
import { usePendingUploads } from '../documents/actor.ts';
import { type ChecklistActor, ChecklistFailed, useChecklist } from '../documents/checklist.tsx';
import { DocumentRow } from '../documents/DocumentRow.tsx';
import type { PendingUpload } from '../documents/services.ts';
import { reasonMessages } from '../documents/message-ids.ts';
import { Actions } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { CheckIcon } from '../ui/icons/check.tsx';
import { ProgressLine } from '../ui/ProgressBar.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import './documents.css';

export interface DocumentsProps {
  loanId: string;
  /** The address of the application itself. */
  application: string;
}

export function DocumentsScreen({ loanId, application }: DocumentsProps) {
  const checklist = useChecklist(loanId);
  const now = useSelector(checklist, (snapshot) => snapshot);
  const { loanDocuments } = now.context;
  if (now.matches('notFound')) return <AccessLost application={application} />;
  if (now.matches('failed')) return <ChecklistFailed checklist={checklist} />;
  if (!loanDocuments) return <Skeleton label={<FormattedMessage id="document.list.loading" />} fields={6} />;
  return <Checklist checklist={checklist} loanDocuments={loanDocuments} application={application} />;
}

/** In the order in which they are asked for. */
const reasons = Object.keys(reasonMessages) as DocumentReason[];

type ChecklistProps = { checklist: ChecklistActor; loanDocuments: LoanDocuments; application: string };

function Checklist({ checklist, loanDocuments: { loan, documents }, application }: ChecklistProps) {
  const pendingUploads = usePendingUploads(loan.loan_id);
  const isQueried = lockOf(loan).mode === 'queried';
  return (
    <div className="stack">
      <DocumentProgress documents={documents} />
      {!isQueried && (
        <p className="text-muted document-drop-hint">
          <FormattedMessage id="document.drop" />
        </p>
      )}
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
        <Reason
          key={reason}
          reason={reason}
          checklist={checklist}
          pendingUploads={pendingUploads}
          loanDocuments={{ loan, documents }}
        />
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

type ReasonProps = {
  reason: DocumentReason;
  checklist: ChecklistActor;
  pendingUploads: readonly PendingUpload[];
  loanDocuments: LoanDocuments;
};

function Reason({ reason, checklist, pendingUploads, loanDocuments: { loan, documents } }: ReasonProps) {
  const [name, help] = reasonMessages[reason];
  const rows = documents.filter(({ type }) => reasonOf(type) === reason);
  if (rows.length === 0) return null;
  return (
    <Card title={<FormattedMessage id={name} />}>
      <p className="text-muted document-reason">
        <FormattedMessage id={help} />
      </p>
      {rows.map((document) => (
        <DocumentRow
          key={document.type}
          document={document}
          access={documentAccess(loan, document)}
          use={{
            loanId: loan.loan_id,
            pendingUpload: pendingUploads.find((one) => one.document === document.type),
            onAdded: (added) => checklist.send({ type: 'document.changed', document: added.document }),
          }}
        />
      ))}
    </Card>
  );
}

function AccessLost({ application }: { application: string }) {
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
