/** A document that was issued: saved as a file on the device. */
import type { Outcome } from '../../../domain/values/outcome.ts';
import type { IssuedDocument } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { Call } from '../../api/call.ts';
import { useMutation } from '../../data/mutation.ts';
import { documentNames } from '../../my-loans/servicing-messages.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FileIcon } from '../../ui/icons.tsx';
import { saveFileAt } from '../../ui/save-file.ts';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';

export interface DocumentLinkProps {
  loanId: string;
  document: IssuedDocument;
  /** The label of a primary button, where reading the document is what to do next. */
  label?: MessageId | false;
}

/** Saves a document on the device. */
export async function saveDocument(
  call: Call,
  loanId: string,
  { document_id, number }: IssuedDocument,
  signal: AbortSignal,
): Promise<Outcome<unknown>> {
  const outcome = await call('readIssuedDocument', { path: { id: loanId, document_id } }, { signal });
  if (outcome.kind === 'ok' && !signal.aborted) saveFileAt(outcome.value.address, `${number}.pdf`);
  return outcome;
}

export function DocumentLink({ loanId, document, label }: DocumentLinkProps) {
  const { call } = useServices();
  const { isPending, error, mutate } = useMutation<unknown>({
    mutationFn: (_, signal) => saveDocument(call, loanId, document, signal),
  });
  return (
    <div className="stack">
      <div>
        <Button kind={label ? 'primary' : 'quiet'} wide={!!label} busy={isPending} onPress={() => mutate()}>
          <FileIcon />
          {t(label || documentNames[document.kind])}
          <span className="visually-hidden"> {document.number}</span>
        </Button>
      </div>
      {error && <Banner kind="notice" role="alert" title={t('servicing.document.failed')} />}
    </div>
  );
}
