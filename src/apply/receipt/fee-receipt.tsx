/** The fee receipt: chosen, sent with its progress, stopped, tried again (specification, sections 2, 5 and 8). */
import { limits } from '../../../domain/values/limits.ts';
import type { DocumentContent, LoanDocument } from '../../../domain/values/wire.ts';
import {
  type DocumentActor,
  useDocumentActor,
  usePendingUpload,
  useDocumentSnapshot,
} from '../../documents/actor.ts';
import { FilePicker } from '../../documents/file-picker.tsx';
import { DocumentOverlays } from '../../documents/document-overlays.tsx';
import { UploadProgress } from '../../documents/upload-progress.tsx';
import { DocumentServicesProvider, useDocumentServices } from '../../documents/services.ts';
import { type FieldLock, useFieldLock } from '../../form/lock.ts';
import { apiQuery, polled, useQuery } from '../../data/query.tsx';
import { useMessages, t } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { CheckIcon, PlusIcon } from '../../ui/icons.tsx';
import { DocumentQueryIssue, DocumentQueryNotice } from '../../form/document-query.tsx';
import { useServices, useWizard, useWizardState } from '../shared/wizard.tsx';
import './receipt.css';

const megabytes = limits.receiptMaxBytes / 1024 ** 2;
const name = 'documents.fee_receipt';

export function FeeReceipt() {
  useMessages('document');
  const { loadDocumentServices } = useServices();
  return (
    <DocumentServicesProvider value={loadDocumentServices}>
      <Receipt />
    </DocumentServicesProvider>
  );
}

function Receipt() {
  const wizard = useWizard();
  const lock = useFieldLock()(name);
  const loanId = useWizardState(({ context }) => context.loanId) ?? '';
  const actor = useDocumentActor({
    loanId,
    document: 'fee_receipt',
    pendingUpload: usePendingUpload(loanId, 'fee_receipt'),
    onAdded: ({ loan }, upload) => {
      wizard.send({ type: 'document.added', document: 'fee_receipt', loan });
      lock.query?.onReplace(upload?.name ?? '');
    },
  });
  const scan = useReceiptScan(useWizardState(({ context }) => context.loan?.fee_receipt ?? null));
  return (
    <div className="receipt" data-state="open" hidden={lock.isHidden}>
      <DocumentQueryNotice field={name} query={lock.query} />
      <Chooser actor={actor} lock={lock} scan={scan} />
      <UploadProgress actor={actor} />
      <DocumentQueryIssue field={name} query={lock.query} />
      <DocumentOverlays
        actor={actor}
        name={t('student.receipt.label')}
        scan={scan}
        done={t('student.receipt.done')}
      />
    </div>
  );
}

type ChooserProps = { actor: DocumentActor; lock: FieldLock; scan: DocumentContent['scan'] | null };

function Chooser({ actor, lock: { access, query }, scan }: ChooserProps) {
  const busy = useDocumentSnapshot(actor).hasTag('busy');
  const receipt = useWizardState(({ context }) => context.loan?.fee_receipt ?? null);
  const isRefused = scan === 'refused';
  return (
    <div className="receipt-row">
      <FilePicker onFile={(file) => actor.send({ type: 'file.chosen', file })}>
        {(open) => (
          <Button
            id={name}
            disabled={access === 'locked'}
            busy={busy}
            describedBy={`${name}-hint${query ? ` ${name}-query ${name}-error` : ''}`}
            onPress={open}
          >
            {!busy && <PlusIcon />}
            <span id={`${name}-label`}>{t('student.receipt.label')}</span>
          </Button>
        )}
      </FilePicker>
      <p className="receipt-hint text-muted text-small" id={`${name}-hint`}>
        {receipt !== null && !isRefused && scan !== 'waiting' && query?.isAnswered !== false ? (
          <>
            <CheckIcon /> {t('student.receipt.attached')}
          </>
        ) : (
          t('student.receipt.hint', { megabytes })
        )}
      </p>
      {scan === 'waiting' && (
        <p className="receipt-hint text-muted text-small" role="status">
          {t('document.checking')}
        </p>
      )}
      {isRefused && <ErrorNote role="alert">{t('document.harmful')}</ErrorNote>}
    </div>
  );
}

const scanPollMs = 3000;

/** How far the scan of the receipt is, read again while it waits; null while that is not known. */
function useReceiptScan(receipt: string | null): DocumentContent['scan'] | null {
  const { call } = useDocumentServices();
  const id = useWizardState(({ context }) => context.loanId) ?? '';
  const documents = useQuery({
    // Another receipt has a scan of its own.
    ...apiQuery(call, 'listDocuments', receipt === null ? null : { path: { id } }),
    queryKey: ['listDocuments', id, receipt],
    ...polled((list: LoanDocument[]) => scanOf(list) === 'waiting', scanPollMs),
  });
  return scanOf(documents.data);
}

const scanOf = (documents: readonly LoanDocument[] = []): DocumentContent['scan'] | null =>
  documents.find(({ type }) => type === 'fee_receipt')?.content?.scan ?? null;
