/** The fee receipt: chosen, sent with its progress, replaced, removed (specification, sections 2, 5 and 8). */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { isContentViewable } from '../../../domain/loan/documents.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { DocumentContent, LoanDocument } from '../../../domain/values/wire.ts';
import {
  type DocumentActor,
  useDocumentActor,
  usePendingUpload,
  useDocumentSnapshot,
} from '../../documents/actor.ts';
import type { Upload } from '../../../machines/document.ts';
import { DocumentPreviewButton, StoredFile } from '../../documents/document-row.tsx';
import { FilePicker } from '../../documents/file-picker.tsx';
import { DocumentOverlays } from '../../documents/document-overlays.tsx';
import { UploadProgress } from '../../documents/upload-progress.tsx';
import { DocumentServicesProvider, useDocumentServices } from '../../documents/services.ts';
import { type FieldLock, useFieldLock } from '../../form/lock.ts';
import { apiQuery, pollWhile, useQuery } from '../../data/query.tsx';
import { useMessages, t } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { CheckIcon, PlusIcon } from '../../ui/icons.tsx';
import { DocumentQueryIssue, DocumentQueryNotice, useReplacedElsewhere } from '../../form/document-query.tsx';
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
  const [sent, setSent] = useState<Upload | null>(null);
  const actor = useDocumentActor({
    loanId,
    document: 'fee_receipt',
    pendingUpload: usePendingUpload(loanId, 'fee_receipt'),
    onAdded: ({ loan }, upload) => {
      setSent(upload);
      wizard.send({ type: 'document.added', document: 'fee_receipt', loan });
      if (upload) lock.query?.onReplace(upload.name);
    },
  });
  const content = useReceiptContent(useWizardState(({ context }) => context.loan?.fee_receipt ?? null));
  const scan = content?.scan ?? null;
  useReplacedElsewhere(content, lock.query);
  return (
    <div className="receipt" data-state="open" hidden={lock.isHidden}>
      {lock.query && <h2 className="receipt-title">{t('student.receipt.label')}</h2>}
      <DocumentQueryNotice field={name} query={lock.query} />
      {content && scan !== 'refused' && <StoredFile content={content} sent={sent} />}
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

/** The button that adds the receipt; for a stored one, those that replace it, open it and remove it. */
function Chooser({ actor, lock: { access, query }, scan }: ChooserProps) {
  const intl = useIntl();
  const { loanId } = actor.getSnapshot().context;
  const busy = useDocumentSnapshot(actor).hasTag('busy');
  const receipt = useWizardState(({ context }) => context.loan?.fee_receipt ?? null);
  const isStored = receipt !== null && scan !== 'refused';
  const of = (message: 'document.replace' | 'document.remove') =>
    `${intl.formatMessage({ id: message })}: ${intl.formatMessage({ id: 'student.receipt.label' })}`;
  const hint = (
    <p className="receipt-hint text-muted text-small" id={`${name}-hint`}>
      {isStored && scan !== 'waiting' && query?.isAnswered !== false ? (
        <>
          <CheckIcon /> {t('student.receipt.attached')}
        </>
      ) : (
        t('student.receipt.hint', { megabytes })
      )}
    </p>
  );
  return (
    <>
      {isStored && hint}
      <div className="receipt-row cluster">
        <FilePicker onFile={(file) => actor.send({ type: 'file.chosen', file })}>
          {(open) => (
            <Button
              id={name}
              label={isStored ? of('document.replace') : undefined}
              disabled={access === 'locked'}
              busy={busy}
              describedBy={`${name}-hint${query ? ` ${name}-query ${name}-error` : ''}`}
              onPress={open}
            >
              {!busy && !isStored && <PlusIcon />}
              {t(isStored ? 'document.replace' : 'student.receipt.label')}
            </Button>
          )}
        </FilePicker>
        {scan !== null && isContentViewable({ scan }) && (
          <DocumentPreviewButton loanId={loanId} document="fee_receipt" />
        )}
        {isStored && access === 'open' && !busy && (
          <Button
            kind="quiet"
            label={of('document.remove')}
            onPress={() => actor.send({ type: 'removal.requested' })}
          >
            {t('document.remove')}
          </Button>
        )}
      </div>
      {!isStored && hint}
      {scan === 'waiting' && (
        <p className="receipt-hint text-muted text-small" role="status">
          {t('document.checking')}
        </p>
      )}
      {scan === 'refused' && <ErrorNote role="alert">{t('document.harmful')}</ErrorNote>}
    </>
  );
}

const scanPollMs = 3000;

/** Returns the content of the receipt, read again while its scan waits; null while it is not known. */
function useReceiptContent(receipt: string | null): DocumentContent | null {
  const { call } = useDocumentServices();
  const id = useWizardState(({ context }) => context.loanId) ?? '';
  const documents = useQuery({
    // The scan belongs to one receipt, and another receipt has a new one.
    ...apiQuery(call, 'listDocuments', receipt === null ? null : { path: { id } }),
    queryKey: ['listDocuments', id, receipt],
    ...pollWhile((list: LoanDocument[]) => contentOf(list)?.scan === 'waiting', scanPollMs),
  });
  return contentOf(documents.data);
}

const contentOf = (documents: readonly LoanDocument[] = []): DocumentContent | null =>
  documents.find(({ type }) => type === 'fee_receipt')?.content ?? null;
