/** One document: what it is, whether it is there, and what can be done about it. */
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Access } from '../../domain/access.ts';
import { documentLabels } from '../../domain/fields/loan.ts';
import { proofsOf } from '../../domain/documents.ts';
import type { AddressProof, LoanDocument } from '../../domain/wire.ts';
import type { MessageId } from '../../locales/index.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorNote } from '../ui/FieldShell.tsx';
import { CheckIcon } from '../ui/icons/check.tsx';
import { Select } from '../ui/Select.tsx';
import { type DocumentActor, type DocumentOptions, useDocumentActor, useDocumentSnapshot } from './actor.ts';
import { FilePicker } from './FilePicker.tsx';
import { DocumentPreview } from './DocumentPreview.tsx';
import { DocumentOverlays } from './DocumentOverlays.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { proofMessages, helpMessages } from './message-ids.ts';
import './documents.css';

export interface RowProps {
  document: LoanDocument;
  access: Access;
  use: Omit<DocumentOptions, 'document'>;
  /** Above the buttons: what a reviewer asked. */
  above?: ReactNode;
  /** Below them. */
  below?: ReactNode;
  describedBy?: string | undefined;
}

export function DocumentRow({ document, access, use, above, below, describedBy }: RowProps) {
  const { type, content } = document;
  const actor = useDocumentActor({ ...use, document: type });
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const [name, help] = [documentLabels[type], helpMessages[type]];
  const isOpen = access !== 'locked';
  const isStored = content !== null && content.scan !== 'refused';
  const id = `documents.${type}`;
  return (
    <article className="document-row" aria-labelledby={`${id}-label`}>
      <div className="document-head">
        <h3 id={`${id}-label`}>
          <FormattedMessage id={name} />
        </h3>
        <DocumentBadge document={document} />
      </div>
      <p className="text-muted document-help">
        <FormattedMessage id={help} />
      </p>
      {content?.scan === 'refused' && (
        <ErrorNote role="alert">
          <FormattedMessage id="document.harmful" />
        </ErrorNote>
      )}
      {content?.scan === 'waiting' && (
        <p className="text-muted" role="status">
          <FormattedMessage id="document.checking" />
        </p>
      )}
      {above}
      {isOpen && proofsOf(type).length > 0 && <Proof actor={actor} document={document} />}
      <DocumentActions
        id={id}
        actor={actor}
        isOpen={isOpen}
        isStored={isStored}
        canRemove={access === 'open'}
        describedBy={describedBy}
        onPreview={content?.scan === 'clean' ? () => setPreviewOpen(true) : null}
      />
      <UploadProgress actor={actor} />
      {below}
      <DocumentOverlays
        actor={actor}
        name={<FormattedMessage id={name} />}
        done={<FormattedMessage id="document.done" />}
      />
      {isPreviewOpen && (
        <DocumentPreview
          loanId={use.loanId}
          document={type}
          name={<FormattedMessage id={name} />}
          onClose={() => setPreviewOpen(false)}
        />
      )}
    </article>
  );
}

type DocumentActionsProps = {
  id: string;
  actor: DocumentActor;
  isOpen: boolean;
  isStored: boolean;
  canRemove: boolean;
  describedBy: string | undefined;
  onPreview: (() => void) | null;
};

function DocumentActions({
  id,
  actor,
  isOpen,
  isStored,
  canRemove,
  describedBy,
  onPreview,
}: DocumentActionsProps) {
  const intl = useIntl();
  const busy = useDocumentSnapshot(actor).hasTag('busy');
  const label = intl.formatMessage({ id: documentLabels[actor.getSnapshot().context.document] });
  const labelFor = (message: MessageId) => `${intl.formatMessage({ id: message })}: ${label}`;
  const choose = (file: File) => actor.send({ type: 'file.chosen', file });
  if (busy) return null;
  return (
    <div className="document-actions">
      {isOpen && (
        <FilePicker camera onFile={choose}>
          {(open) => (
            <Button
              kind={isStored ? 'quiet' : 'secondary'}
              label={labelFor('document.add.photo')}
              describedBy={describedBy}
              onPress={open}
            >
              <FormattedMessage id="document.add.photo" />
            </Button>
          )}
        </FilePicker>
      )}
      {isOpen && (
        <FilePicker onFile={choose}>
          {(open) => (
            <Button
              id={id}
              kind={isStored ? 'quiet' : 'secondary'}
              label={labelFor(isStored ? 'document.replace' : 'document.add.choose')}
              describedBy={describedBy}
              onPress={open}
            >
              <FormattedMessage id={isStored ? 'document.replace' : 'document.add.choose'} />
            </Button>
          )}
        </FilePicker>
      )}
      {onPreview && (
        <Button kind="quiet" label={labelFor('document.look')} onPress={onPreview}>
          <FormattedMessage id="document.look" />
        </Button>
      )}
      {isOpen && isStored && canRemove && (
        <Button
          kind="quiet"
          label={labelFor('document.remove')}
          onPress={() => actor.send({ type: 'removal.requested' })}
        >
          <FormattedMessage id="document.remove" />
        </Button>
      )}
    </div>
  );
}

const states = {
  here: ['good', 'document.state.here'],
  checking: ['open', 'document.state.checking'],
  refused: ['bad', 'document.state.refused'],
  missing: ['bad', 'document.state.missing'],
  optional: ['open', 'document.state.optional'],
} as const satisfies Record<string, [tone: string, message: MessageId]>;

const scans = { clean: 'here', waiting: 'checking', refused: 'refused' } as const;

/** Whether it is there, as a word with its colour. */
function DocumentBadge({ document: { need, content } }: { document: LoanDocument }) {
  const state = content ? scans[content.scan] : need === 'required' ? 'missing' : 'optional';
  const [tone, message] = states[state];
  return (
    <span className="document-status" data-tone={tone}>
      {tone === 'good' && <CheckIcon />}
      <FormattedMessage id={message} />
    </span>
  );
}

/** Which of the proofs of address it is. */
function Proof({ actor, document: { type, content } }: { actor: DocumentActor; document: LoanDocument }) {
  const intl = useIntl();
  const now = useDocumentSnapshot(actor);
  return (
    <Select
      id={`documents.${type}.proof`}
      label={<FormattedMessage id="document.proof.label" />}
      error={now.matches('proofRequired') && <FormattedMessage id="document.error.proof.required" />}
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
