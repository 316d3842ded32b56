/**
 * The fee receipt: chosen, sent with its progress, stopped, tried again (specification, sections 2, 5 and
 * 8). A chunk of its own: most institutions ask for none.
 */
import { useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { createActor, fromPromise } from 'xstate';
import { limits } from '../../../domain/limits.ts';
import { receiptTypes, uploadMachine } from '../../../machines/upload.ts';
import { IssueText } from '../../form/bound.tsx';
import { useFieldLock } from '../../form/lock.ts';
import { inspect } from '../../inspect/tap.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/Dialog.tsx';
import { AlertIcon, QueryIcon } from '../../ui/icons.tsx';
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
  const { access, query } = useFieldLock()('documents.fee_receipt');
  const upload = useUpload(query?.replaced);
  const now = useSelector(upload, (snapshot) => snapshot);
  const attached = useWizardState(({ context }) => context.loan?.fee_receipt != null);
  const input = useRef<HTMLInputElement>(null);
  const busy = now.hasTag('busy');
  const dismiss = () => upload.send({ type: 'alert.dismissed' });
  const refusal = refusals.find(([state]) => now.matches(state))?.[1];
  const retry = () => upload.send({ type: 'retry.requested' });
  return (
    <div className="receipt">
      {query && (
        <div className="field-query" id="fee-receipt-query">
          <QueryIcon /> <div>{query.asked}</div>
        </div>
      )}
      <div className="receipt-row">
        <Button
          id="documents.fee_receipt"
          disabled={access === 'locked'}
          busy={busy}
          describedBy={`fee-receipt-hint${query ? ' fee-receipt-query fee-receipt-error' : ''}`}
          onPress={() => input.current?.click()}
        >
          {!busy && <PlusIcon />}
          <span id="documents.fee_receipt-label">
            <FormattedMessage id="student.receipt.label" />
          </span>
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
      {query?.issue && (
        <p className="field-error" id="fee-receipt-error">
          <AlertIcon />
          <span>
            <IssueText issue={query.issue} />
          </span>
        </p>
      )}
      {query?.reason}
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

/** `onTied` hears of the name of a file that the loan has now. */
function useUpload(onTied: ((name: string) => void) | undefined) {
  const wizard = useWizard();
  const { uploads, tieReceipt } = useServices();
  const latest = useRef(onTied);
  useLayoutEffect(() => {
    latest.current = onTied;
  });
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
          handOver: ({ context }, { outcome }) => {
            if (outcome.kind !== 'decided') return;
            wizard.send({ type: 'receipt.tied', loan: outcome.value });
            latest.current?.(context.file?.name ?? '');
          },
        },
      }),
    [wizard, uploads, tieReceipt],
  );
  return useChild(() =>
    createActor(machine, {
      input: { loanId: wizard.getSnapshot().context.loanId ?? '' },
      ...(import.meta.env.DEV && { inspect }),
    }),
  );
}
