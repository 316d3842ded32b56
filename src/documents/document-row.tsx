/** A row of one document: its name, its status and its actions. */
import { type ReactNode, useState, type DragEvent } from 'react';
import { useIntl } from 'react-intl';
import type { Access } from '../../domain/loan/access.ts';
import { documentLabels } from '../../domain/forms/fields/loan.ts';
import { isContentViewable, maxBytesOf, proofsOf, takesPassword } from '../../domain/loan/documents.ts';
import type { AddressProof, DocumentType, LoanDocument } from '../../domain/values/wire.ts';
import type { MessageId } from '../../locales/index.ts';
import type { Upload } from '../../machines/document.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/field-shell.tsx';
import { useObjectUrl } from '../hooks/object-url.ts';
import { CheckIcon, ChevronIcon, FileIcon, PictureIcon } from '../ui/icons.tsx';
import { formatMoment } from '../ui/moment-text.ts';
import { Pill, type PillTone } from '../ui/pill.tsx';
import { Select } from '../ui/select.tsx';
import { t } from '../i18n/i18n.tsx';
import { type DocumentActor, type DocumentOptions, useDocumentActor, useDocumentSnapshot } from './actor.ts';
import { FilePicker } from './file-picker.tsx';
import { DocumentPreview } from './document-preview.tsx';
import { DocumentOverlays } from './document-overlays.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { proofMessages, helpMessages } from './message-ids.ts';

import './documents.css';

export interface RowProps {
  document: LoanDocument;
  access: Access;
  /** True if a reviewer's query about the document has no answer yet. */
  isAsked?: boolean;
  level?: 3 | 4;
  /** True if the lender waits for this document. */
  isRequested?: boolean;
  use: Omit<DocumentOptions, 'document'>;
  /** Content above the buttons, such as a reviewer's query. */
  above?: ReactNode;
  /** Content below the buttons. */
  below?: ReactNode;
  describedBy?: string | undefined;
}

export function DocumentRow(props: RowProps) {
  const { document, access, isAsked = false, level = 3, use, above, below, describedBy } = props;
  const { type, content } = document;
  const [sent, setSent] = useState<Upload | null>(null);
  const actor = useDocumentActor({
    ...use,
    document: type,
    storedProof: content?.proof ?? null,
    onAdded: (added, upload) => {
      setSent(upload);
      use.onAdded(added, upload);
    },
  });
  const [name, help] = [documentLabels[type], helpMessages[type]];
  const Heading = level === 3 ? 'h3' : 'h4';
  const isOpen = access !== 'locked';
  const isStored = content !== null && content.scan !== 'refused';
  const id = `documents.${type}`;
  const now = useDocumentSnapshot(actor);
  const busy = now.hasTag('busy');
  const isStopped = now.matches('cancelled') || now.matches('interrupted');
  const drop = useFileDrop(isOpen && !busy, (file) => actor.send({ type: 'file.chosen', file }));
  return (
    <article className="document-row stack-s3" aria-labelledby={`${id}-label`} {...drop}>
      <div className="document-head">
        <Heading id={`${id}-label`}>{t(name)}</Heading>
        {!busy && !isStopped && <DocumentState document={document} isAsked={isAsked} />}
      </div>
      <p className="document-help text-muted text-small">
        {t(help)} {isOpen && t('document.limit', { megabytes: maxBytesOf(type) / 2 ** 20 })}
      </p>
      {content?.scan === 'refused' && <ErrorNote role="alert">{t('document.harmful')}</ErrorNote>}
      {content?.scan === 'waiting' && (
        <p className="text-muted" role="status">
          {t('document.checking')}
        </p>
      )}
      {above}
      {isOpen && proofsOf(type).length > 0 && <Proof actor={actor} document={document} />}
      {isStored && <StoredFile content={content} sent={sent} />}
      {!busy && (
        <div className="document-actions cluster">
          {content && isContentViewable(content) && (
            <DocumentPreviewButton loanId={use.loanId} document={type} />
          )}
          {isOpen && !now.matches('interrupted') && (
            <FileActions
              id={id}
              actor={actor}
              isStored={isStored}
              isRequested={props.isRequested ?? false}
              canRemove={access === 'open'}
              describedBy={describedBy}
            />
          )}
        </div>
      )}
      <UploadProgress actor={actor} />
      {below}
      <DocumentOverlays actor={actor} name={t(name)} scan={content?.scan ?? null} done={t('document.done')} />
    </article>
  );
}

/** Opens the stored file in a dialog. */
export function DocumentPreviewButton({ loanId, document }: { loanId: string; document: DocumentType }) {
  const intl = useIntl();
  const [isOpen, setOpen] = useState(false);
  const name = documentLabels[document];
  return (
    <>
      <Button
        kind="quiet"
        label={`${intl.formatMessage({ id: 'document.look' })}: ${intl.formatMessage({ id: name })}`}
        onPress={() => setOpen(true)}
      >
        {t('document.look')}
      </Button>
      {isOpen && (
        <DocumentPreview loanId={loanId} document={document} name={t(name)} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

type FileActionsProps = {
  id: string;
  actor: DocumentActor;
  isStored: boolean;
  isRequested: boolean;
  canRemove: boolean;
  describedBy: string | undefined;
};

/** Shows the buttons that add the document; for a stored document, those that change it, collapsed. */
function FileActions({ id, actor, isStored, isRequested, canRemove, describedBy }: FileActionsProps) {
  const intl = useIntl();
  const type = actor.getSnapshot().context.document;
  const label = intl.formatMessage({ id: documentLabels[type] });
  const isStatement = takesPassword(type);
  const add = isStatement ? 'document.add.pdf' : 'document.add.choose';
  const choose = (file: File) => actor.send({ type: 'file.chosen', file });
  const action = (message: MessageId, onPress: () => void, buttonId?: string) => (
    <Button
      id={buttonId}
      kind={isStored ? 'quiet' : isRequested ? 'primary' : 'secondary'}
      label={`${intl.formatMessage({ id: message })}: ${label}`}
      describedBy={describedBy}
      onPress={onPress}
    >
      {t(message)}
    </Button>
  );
  const actions = (
    <>
      {!isStatement && (
        <FilePicker camera onFile={choose}>
          {(open) => action('document.add.photo', open)}
        </FilePicker>
      )}
      <FilePicker onFile={choose}>
        {(open) => action(isStored ? 'document.replace' : add, open, id)}
      </FilePicker>
      {isStored && canRemove && action('document.remove', () => actor.send({ type: 'removal.requested' }))}
    </>
  );
  if (!isStored) return actions;
  return (
    <details className="document-change">
      <summary aria-label={`${intl.formatMessage({ id: 'document.change' })}: ${label}`}>
        {t('document.change')} <ChevronIcon />
      </summary>
      <div className="document-change-actions cluster">{actions}</div>
    </details>
  );
}

type StoredFileProps = {
  content: NonNullable<LoanDocument['content']>;
  /** The upload sent by this page. An earlier page's upload has none, as a thumbnail would download the whole file. */
  sent: Upload | null;
};

/** Shows the stored file's type, size and date, with a picture if this page has it. */
export function StoredFile({ content, sent }: StoredFileProps) {
  const intl = useIntl();
  const isPicture = content.content_type.startsWith('image/');
  const kilobytes = Math.max(1, Math.round(content.size / 1024));
  const size =
    kilobytes < 1024
      ? intl.formatNumber(kilobytes, { style: 'unit', unit: 'kilobyte' })
      : intl.formatNumber(kilobytes / 1024, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  return (
    <p className="document-file text-muted text-small">
      {isPicture ? sent ? <Thumbnail blob={sent.blob} /> : <PictureIcon /> : <FileIcon />}
      <span>
        {sent && <span className="document-file-name">{sent.name}</span>}
        {t('document.file', {
          kind: intl.formatMessage({ id: isPicture ? 'document.file.picture' : 'document.file.pdf' }),
          size,
          date: formatMoment(intl, content.uploaded_at),
        })}
      </span>
    </p>
  );
}

function Thumbnail({ blob }: { blob: Blob }) {
  return <img className="document-thumbnail" src={useObjectUrl(blob)} alt="" />;
}

const states = {
  here: ['good', 'document.state.here'],
  checking: [undefined, 'document.state.checking'],
  refused: ['waiting', 'document.state.refused'],
  asked: [undefined, 'document.state.asked'],
} as const satisfies Record<string, [tone: PillTone | undefined, message: MessageId]>;

const scans = { clean: 'here', not_scanned: 'here', waiting: 'checking', refused: 'refused' } as const;

/** Shows in a coloured word if the document was added; a running or stopped upload shows its own state. */
function DocumentState({ document, isAsked }: { document: LoanDocument; isAsked: boolean }) {
  const { need, content } = document;
  const scanned = content && scans[content.scan];
  const state = isAsked && scanned !== 'refused' ? 'asked' : scanned;
  // The button to add a missing document, or the heading of the optional ones, says it already.
  if (state === null) {
    const missing = need === 'required' ? 'document.state.missing' : 'document.state.optional';
    return <span className="visually-hidden">{t(missing)}</span>;
  }
  const [tone, message] = states[state];
  return (
    <Pill tone={tone}>
      {state === 'here' && <CheckIcon />} {t(message)}
    </Pill>
  );
}

/** Shows the kind of the proof of address. */
function Proof({ actor, document: { type, content } }: { actor: DocumentActor; document: LoanDocument }) {
  const intl = useIntl();
  const now = useDocumentSnapshot(actor);
  return (
    <Select
      id={`documents.${type}.proof`}
      label={t('document.proof.label')}
      error={now.matches('proofRequired') && t('document.error.proof.required')}
      value={now.context.proof ?? content?.proof ?? ''}
      prompt={intl.formatMessage({ id: 'document.proof.prompt' })}
      options={proofsOf(type).map((proof) => ({
        value: proof,
        label: intl.formatMessage({ id: proofMessages[proof] }),
      }))}
      onValue={(proof) => actor.send({ type: 'proof.chosen', proof: proof as AddressProof })}
    />
  );
}

/**
 * Returns the attributes of an element that takes a file dropped from the desktop, or the first of several. A file over
 * it sets `data-dropping`. If disabled, it still keeps the browser from leaving the page for the file.
 */
function useFileDrop(enabled: boolean, onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return {
    'data-dropping': (enabled && isOver) || undefined,
    onDragOver: (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = enabled ? 'copy' : 'none';
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const { relatedTarget } = event;
      if (!(relatedTarget instanceof Node) || !event.currentTarget.contains(relatedTarget)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (enabled && file) onFile(file);
    },
  };
}
