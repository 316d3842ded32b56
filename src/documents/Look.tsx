/** What the loan has, looked at: its bytes are fetched when somebody asks, and stay in this page's memory. */
import { type ReactNode, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { DocumentType } from '../../domain/wire.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useDocuments } from './services.ts';
import './documents.css';

export interface LookProps {
  loanId: string;
  document: DocumentType;
  name: ReactNode;
  onClose: () => void;
}

export function Look({ loanId, document, name, onClose }: LookProps) {
  const intl = useIntl();
  const [round, setRound] = useState(0);
  const seen = useContent(loanId, document, round);
  return (
    <Dialog
      wide
      title={name}
      onCancel={onClose}
      close={intl.formatMessage({ id: 'document.look.close' })}
      actions={
        <>
          <Button onPress={onClose}>
            <FormattedMessage id="document.look.close" />
          </Button>
          {seen === 'failed' && (
            <Button kind="primary" onPress={() => setRound((before) => before + 1)}>
              <FormattedMessage id="app.tryAgain" />
            </Button>
          )}
          {typeof seen === 'object' && !seen.isPicture && (
            <ButtonLink href={seen.url} away>
              <FormattedMessage id="document.look.open" />
            </ButtonLink>
          )}
        </>
      }
    >
      {seen === 'reading' && <Skeleton label={<FormattedMessage id="document.look.loading" />} fields={3} />}
      {seen === 'failed' && (
        <p role="alert">
          <FormattedMessage id="document.look.failed" />
        </p>
      )}
      {typeof seen === 'object' && seen.isPicture && (
        <img
          className="document-picture"
          src={seen.url}
          alt={intl.formatMessage({ id: 'document.look.picture' })}
        />
      )}
    </Dialog>
  );
}

type Seen = 'reading' | 'failed' | { url: string; isPicture: boolean };

/** Something to show and open, for as long as it is shown. */
function useContent(loanId: string, document: DocumentType, round: number): Seen {
  const { call, fetchBlob } = useDocuments();
  const [seen, setSeen] = useState<Seen>('reading');
  useEffect(() => {
    const reading = new AbortController();
    let url: string | null = null;
    setSeen('reading');
    const { signal } = reading;
    const read = async () => {
      const path = { id: loanId, document_type: document };
      const signed = await call('addressOfDocument', { path }, { signal });
      return signed.kind === 'decided' ? fetchBlob(signed.value.address, signal) : signed;
    };
    void read().then((outcome) => {
      if (signal.aborted) return;
      if (outcome.kind !== 'decided') return setSeen('failed');
      url = URL.createObjectURL(outcome.value);
      setSeen({ url, isPicture: outcome.value.type.startsWith('image/') });
    });
    return () => {
      reading.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [call, fetchBlob, loanId, document, round]);
  return seen;
}
