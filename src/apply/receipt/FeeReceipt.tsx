/**
 * The fee receipt: chosen, sent with its progress, stopped, tried again (specification, sections 2, 5 and
 * 8). A chunk of its own: most institutions ask for none.
 */
import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { createActor, fromPromise } from 'xstate';
import { limits } from '../../../domain/limits.ts';
import { receiptTypes, uploadMachine } from '../../../machines/upload.ts';
import { useFieldLock } from '../../form/lock.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/Dialog.tsx';
import { CheckIcon } from '../../ui/icons/check.tsx';
import { PlusIcon } from '../../ui/icons/plus.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Toast } from '../../ui/Toast.tsx';
import { useChild } from '../child.ts';
import { Ask } from '../overlays/ask.tsx';
import { useServices } from '../services.ts';
import { useWizard, useWizardState } from '../wizard.tsx';
import './receipt.css';

const megabytes = limits.receiptMaxBytes / 1024 ** 2;

const refusals = [
  ['tooLarge', <FormattedMessage key="size" id="student.receipt.tooLarge" values={{ megabytes }} />],
  ['wrongType', <FormattedMessage key="type" id="student.receipt.wrongType" />],
] as const;

export function FeeReceipt() {
  const { access } = useFieldLock()('documents.fee_receipt');
  const upload = useUpload();
  const now = useSelector(upload, (snapshot) => snapshot);
  const attached = useWizardState(({ context }) => context.loan?.fee_receipt != null);
  const input = useRef<HTMLInputElement>(null);
  const busy = now.hasTag('busy');
  const dismiss = () => upload.send({ type: 'alert.dismissed' });
  const refusal = refusals.find(([state]) => now.matches(state))?.[1];
  const retry = () => upload.send({ type: 'retry.requested' });
  return (
    <div className="receipt">
      <div className="receipt-row">
        <Button
          id="documents.fee_receipt"
          disabled={access === 'locked'}
          busy={busy}
          describedBy="fee-receipt-hint"
          onPress={() => input.current?.click()}
        >
          <PlusIcon />
          <FormattedMessage id="student.receipt.label" />
        </Button>
        <p className="receipt-hint soft" id="fee-receipt-hint">
          {attached ? (
            <>
              <CheckIcon /> <FormattedMessage id="student.receipt.attached" />
            </>
          ) : (
            <FormattedMessage id="student.receipt.hint" values={{ megabytes }} />
          )}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={receiptTypes.join()}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again.
          event.currentTarget.value = '';
          if (file) upload.send({ type: 'file.chosen', file });
        }}
      />
      {busy && (
        <ProgressBar
          label={
            <FormattedMessage id="student.receipt.sending" values={{ name: now.context.file?.name ?? '' }} />
          }
          percent={now.context.percent}
          cancel={
            now.matches('uploading') && (
              <Button kind="quiet" onPress={() => upload.send({ type: 'cancel.requested' })}>
                <FormattedMessage id="student.cancel" />
              </Button>
            )
          }
        />
      )}
      {now.matches('cancelled') && (
        <p className="receipt-row" role="status">
          <FormattedMessage id="student.receipt.cancelled" />
          <Button kind="quiet" onPress={retry}>
            <FormattedMessage id="app.tryAgain" />
          </Button>
        </p>
      )}
      {refusal && (
        <Alert message={refusal} action={{ words: <FormattedMessage id="common.ok" />, onPress: dismiss }} />
      )}
      {now.matches('failed') && (
        <Ask
          role="alertdialog"
          title={<FormattedMessage id="student.receipt.failed" />}
          yes={<FormattedMessage id="app.tryAgain" />}
          onYes={retry}
          onCancel={dismiss}
        >
          <FormattedMessage id="student.receipt.failed.next" />
        </Ask>
      )}
      {now.matches('done') && (
        <Toast role="alert" forMs={limits.toastMs} onDone={dismiss}>
          <FormattedMessage id="student.receipt.done" />
        </Toast>
      )}
    </div>
  );
}

function useUpload() {
  const wizard = useWizard();
  const { uploads, tieReceipt } = useServices();
  const machine = useMemo(
    () =>
      uploadMachine.provide({
        actors: {
          send: fromPromise(({ input: { loanId, file, report }, signal }) =>
            uploads.put({ loanId, documentType: 'fee_receipt' }, file, report, signal),
          ),
          tie: fromPromise(({ input, signal }) => tieReceipt(input.loanId, input.key, signal)),
        },
        actions: {
          handOver: (_, { outcome }) => {
            if (outcome.kind === 'decided') wizard.send({ type: 'receipt.tied', loan: outcome.value });
          },
        },
      }),
    [wizard, uploads, tieReceipt],
  );
  return useChild(() =>
    createActor(machine, { input: { loanId: wizard.getSnapshot().context.loanId ?? '' } }),
  );
}
