/** The documents that have queries, except the fee receipt, which is shown with the institution. */
import { documentTypes } from '../../../domain/loan/documents.ts';
import { documentFieldName } from '../../../domain/forms/fields/names.ts';
import type { LoanDocument } from '../../../domain/values/wire.ts';
import { usePendingUpload } from '../../documents/actor.ts';
import { type ChecklistActor, ListedDocuments } from '../../documents/checklist.tsx';
import { DocumentRow } from '../../documents/document-row.tsx';
import { DocumentServicesProvider } from '../../documents/services.ts';
import { DocumentQueryIssue, DocumentQueryNotice, useReplacedElsewhere } from '../../form/document-query.tsx';
import { useFieldLock } from '../../form/lock.ts';
import { Card } from '../../ui/card.tsx';
import { useQuestions } from '../shared/questions.ts';
import { useServices, useWizard, useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import { queriesOf } from './selectors.ts';

export function QueriedDocuments() {
  const { loadDocumentServices } = useServices();
  const loan = useWizardState(({ context }) => context.loan);
  const types = queriedDocuments(loan ? queriesOf(loan).map(({ field }) => field) : []);
  const questions = useQuestions();
  const isHidden = (type: LoanDocument['type']) => questions?.isHidden(documentFieldName(type)) ?? false;
  if (types.length === 0) return null;
  return (
    <DocumentServicesProvider value={loadDocumentServices}>
      <div hidden={types.every(isHidden)}>
        <DocumentList types={types} isHidden={isHidden} />
      </div>
    </DocumentServicesProvider>
  );
}

/** Returns the document types among these fields, without the fee receipt. */
const queriedDocuments = (fields: readonly string[]) =>
  documentTypes.filter((type) => type !== 'fee_receipt' && fields.includes(documentFieldName(type)));

interface DocumentListProps {
  types: readonly LoanDocument['type'][];
  /** An upload of a hidden row goes on. */
  isHidden: (type: LoanDocument['type']) => boolean;
}

function DocumentList({ types, isHidden }: DocumentListProps) {
  const loanId = useWizardState(({ context }) => context.loanId) ?? '';
  return (
    <ListedDocuments loanId={loanId} count={2}>
      {(documents, checklist) => (
        <Card title={t('document.title')}>
          {types.map((type) => (
            <div key={type} hidden={isHidden(type)}>
              <QueriedDocument
                checklist={checklist}
                document={
                  documents.find((one) => one.type === type) ?? { type, need: 'optional', content: null }
                }
              />
            </div>
          ))}
        </Card>
      )}
    </ListedDocuments>
  );
}

type QueriedDocumentProps = { checklist: ChecklistActor; document: LoanDocument };

function QueriedDocument({ checklist, document }: QueriedDocumentProps) {
  const wizard = useWizard();
  const field = documentFieldName(document.type);
  const { access, query } = useFieldLock()(field);
  const { loanId } = checklist.getSnapshot().context;
  const pendingUpload = usePendingUpload(loanId, document.type);
  useReplacedElsewhere(document.content, query);
  return (
    <DocumentRow
      document={document}
      access={access}
      isAsked={query?.isAnswered === false}
      describedBy={query && `${field}-query ${field}-error`}
      above={<DocumentQueryNotice field={field} query={query} />}
      below={<DocumentQueryIssue field={field} query={query} />}
      use={{
        loanId,
        pendingUpload,
        onAdded: (added, upload) => {
          checklist.send({ type: 'document.changed', document: added.document });
          wizard.send({ type: 'document.added', document: document.type, loan: null });
          query?.onReplace(upload?.name ?? '');
        },
      }}
    />
  );
}
