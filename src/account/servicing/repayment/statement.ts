/** Today's statement of account, made in the language of the page and saved on the device. */
import { useState } from 'react';
import { useAbortSignal } from '../../../hooks/abort-signal.ts';
import { useServices } from '../../services.ts';
import { useSaveDocument } from '../document-link.tsx';

export interface StatementSaving {
  state: 'idle' | 'loading' | 'failed';
  save: () => Promise<void>;
}

export function useStatement(loanId: string): StatementSaving {
  const { call, language } = useServices();
  const signal = useAbortSignal();
  const saveDocument = useSaveDocument(loanId);
  const [state, setState] = useState<StatementSaving['state']>('idle');
  const save = async () => {
    setState('loading');
    const body = { language: language() };
    const issued = await call('createStatement', { path: { id: loanId }, body }, { signal });
    const isSaved = issued.kind === 'ok' && (await saveDocument(issued.value));
    if (!signal.aborted) setState(isSaved ? 'idle' : 'failed');
  };
  return { state, save };
}
