/** The dialogs during the upload of a document: what must be answered, and what went wrong. */
import { type ReactNode, useState } from 'react';
import { isContentViewable, maxBytesOf } from '../../domain/loan/documents.ts';
import { limits } from '../../domain/values/limits.ts';
import type { DocumentContent } from '../../domain/values/wire.ts';
import { Button } from '../ui/button.tsx';
import { Alert, Dialog, ConfirmDialog, type ConfirmDialogProps } from '../ui/dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { Toast } from '../ui/toast.tsx';
import { t } from '../i18n/i18n.tsx';
import { type DocumentActor, useDocumentSnapshot } from './actor.ts';
import { faultMessages, invalidFileMessages } from './message-ids.ts';
import { RedactionEditor } from './redaction-editor.tsx';

const bytesPerMegabyte = 1024 ** 2;

interface DocumentOverlaysProps {
  actor: DocumentActor;
  name: ReactNode;
  /** The progress of the virus scan of the loan's content; null if it is not known yet. */
  scan: DocumentContent['scan'] | null;
  /** The message once the loan has it, and the scan has found nothing. */
  done: ReactNode;
}

export function DocumentOverlays({ actor, name, scan, done }: DocumentOverlaysProps) {
  const now = useDocumentSnapshot(actor);
  const { context } = now;
  const dismiss = () => actor.send({ type: 'alert.dismissed' });
  const cancel = () => actor.send({ type: 'cancel.requested' });
  const retry = () => actor.send({ type: 'retry.requested' });
  const ok = { label: t('document.ok'), onPress: dismiss };

  if (now.matches('invalidFile') && context.invalidReason) {
    const megabytes = maxBytesOf(context.document) / bytesPerMegabyte;
    return <Alert message={t(invalidFileMessages[context.invalidReason], { megabytes })} action={ok} />;
  }
  if (now.matches('redacting') && context.upload)
    return (
      <RedactionEditor
        picture={context.upload.blob}
        onDone={(blob) => actor.send({ type: 'picture.redacted', blob })}
        onSkip={() => actor.send({ type: 'redaction.skipped' })}
        onCancel={cancel}
      />
    );
  if (now.matches('enteringPassword'))
    return (
      <PasswordDialog
        refused={context.passwordIsWrong ? (context.password === '' ? 'none' : 'wrong') : null}
        onPassword={(password) => actor.send({ type: 'password.entered', password })}
        onCancel={cancel}
      />
    );
  if (now.matches('failed')) {
    const [title, help] = faultMessages[context.fault ?? 'refused'];
    return (
      <RetryDialog title={t(title)} onConfirm={retry} onCancel={dismiss}>
        {t(help)}
      </RetryDialog>
    );
  }
  if (now.matches('refused'))
    return (
      <Alert message={t('document.refused')} action={ok}>
        {t('document.refused.help')}
      </Alert>
    );
  if (now.matches('confirmingRemoval'))
    return (
      <RemovalDialog
        name={name}
        onConfirm={() => actor.send({ type: 'removal.confirmed' })}
        onCancel={cancel}
      />
    );
  if (now.matches('removalFailed'))
    return (
      <RetryDialog title={t('document.remove.failed')} onConfirm={retry} onCancel={dismiss}>
        {t('document.remove.failed.help')}
      </RetryDialog>
    );
  if (now.matches('done') && scan !== null && isContentViewable({ scan }))
    return (
      <Toast role="alert" forMs={limits.toastMs} onDone={dismiss}>
        {done}
      </Toast>
    );
  return null;
}

type RemovalDialogProps = { name: ReactNode; onConfirm: () => void; onCancel: () => void };

const RemovalDialog = ({ name, ...props }: RemovalDialogProps) => (
  <ConfirmDialog
    {...props}
    role="alertdialog"
    title={t('document.remove.ask')}
    cancel={t('document.cancel')}
    confirm={t('document.remove')}
    danger
  >
    {t('document.remove.help', { name })}
  </ConfirmDialog>
);

const RetryDialog = (props: Pick<ConfirmDialogProps, 'title' | 'children' | 'onConfirm' | 'onCancel'>) => (
  <ConfirmDialog {...props} role="alertdialog" cancel={t('document.cancel')} confirm={t('app.tryAgain')} />
);

const passwordErrors = {
  none: 'document.error.password.required',
  wrong: 'document.error.password.wrong',
} as const;

type PasswordProps = {
  /** The reason why the last password did not open the file. */
  refused: keyof typeof passwordErrors | null;
  onPassword: (password: string) => void;
  onCancel: () => void;
};

/** Asks for the password of a locked PDF. A PDF that is locked against changes alone opens without one. */
function PasswordDialog({ refused, onPassword, onCancel }: PasswordProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState(refused);
  return (
    <Dialog
      title={t('document.password.label')}
      onCancel={onCancel}
      actions={
        <>
          <Button onPress={onCancel}>{t('document.cancel')}</Button>
          <Button kind="quiet" onPress={() => onPassword('')}>
            {t('document.password.none')}
          </Button>
          <Button
            kind="primary"
            onPress={() => (password === '' ? setProblem('none') : onPassword(password))}
          >
            {t('document.password.send')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('document.password.help')}</p>
        <TextInput
          id="document-password"
          label={t('document.password')}
          error={problem && t(passwordErrors[problem])}
          autoComplete="off"
          autoCapitalize="none"
          value={password}
          onValue={(text) => {
            setPassword(text.slice(0, limits.documentPasswordMaxLength));
            setProblem(null);
          }}
        />
      </div>
    </Dialog>
  );
}
