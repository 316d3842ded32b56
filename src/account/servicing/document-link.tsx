/** A document that was issued: saved as a file on the device. */
import { useState } from 'react';
import type { IssuedDocument } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { useAbortSignal } from '../../hooks/abort-signal.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FileIcon } from '../../ui/icons.tsx';
import { saveFileAt } from '../../ui/save-file.ts';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';

export const documentNames = {
  key_facts: 'servicing.document.keyFacts',
  agreement: 'servicing.document.agreement',
  signed_agreement: 'servicing.document.signedAgreement',
  receipt: 'servicing.document.receipt',
  statement: 'servicing.document.statement',
} as const satisfies Record<IssuedDocument['kind'], MessageId>;

export interface DocumentLinkProps {
  loanId: string;
  document: IssuedDocument;
}

/** @returns what saves a document on the device, and answers whether it could; false where the component is gone, too */
export function useSaveDocument(loanId: string): (document: IssuedDocument) => Promise<boolean> {
  const { call } = useServices();
  const signal = useAbortSignal();
  return async ({ document_id, number }) => {
    const outcome = await call('readIssuedDocument', { path: { id: loanId, document_id } }, { signal });
    if (outcome.kind !== 'ok' || signal.aborted) return false;
    saveFileAt(outcome.value.address, `${number}.pdf`);
    return true;
  };
}

export function DocumentLink({ loanId, document }: DocumentLinkProps) {
  const signal = useAbortSignal();
  const saveDocument = useSaveDocument(loanId);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const save = async () => {
    setState('loading');
    const isSaved = await saveDocument(document);
    if (!signal.aborted) setState(isSaved ? 'idle' : 'failed');
  };
  return (
    <div className="stack">
      <div>
        <Button kind="quiet" busy={state === 'loading'} onPress={() => void save()}>
          <FileIcon />
          {t(documentNames[document.kind])}
          <span className="visually-hidden"> {document.number}</span>
        </Button>
      </div>
      {state === 'failed' && <Banner kind="notice" role="alert" title={t('servicing.document.failed')} />}
    </div>
  );
}
