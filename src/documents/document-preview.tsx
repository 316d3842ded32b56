/** Shows a document of the loan. Its content is fetched on demand and stays in the memory of this page. */
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { DocumentType } from '../../domain/values/wire.ts';
import { useResource } from '../hooks/resource.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { t } from '../i18n/text.tsx';
import { useDocumentServices } from './services.ts';
import './documents.css';

export interface DocumentPreviewProps {
  loanId: string;
  document: DocumentType;
  name: ReactNode;
  onClose: () => void;
}

export function DocumentPreview({ loanId, document, name, onClose }: DocumentPreviewProps) {
  const intl = useIntl();
  const { status, value: preview, retry } = usePreview(loanId, document);
  return (
    <Dialog
      wide
      title={name}
      onCancel={onClose}
      close={intl.formatMessage({ id: 'document.look.close' })}
      actions={
        <>
          <Button onPress={onClose}>{t('document.look.close')}</Button>
          {status === 'failed' && (
            <Button kind="primary" onPress={retry}>
              {t('app.tryAgain')}
            </Button>
          )}
          {preview && !preview.isPicture && (
            <ButtonLink href={preview.url} away>
              {t('document.look.open')}
            </ButtonLink>
          )}
        </>
      }
    >
      {status === 'loading' && <Skeleton label={t('document.look.loading')} fields={3} />}
      {status === 'failed' && <p role="alert">{t('document.look.failed')}</p>}
      {preview?.isPicture && (
        <img
          className="document-picture"
          src={preview.url}
          alt={intl.formatMessage({ id: 'document.look.picture' })}
        />
      )}
    </Dialog>
  );
}

interface Preview {
  url: string;
  isPicture: boolean;
}

/** Something to show and open, for as long as it is shown. */
function usePreview(loanId: string, document: DocumentType) {
  const { call, fetchBlob } = useDocumentServices();
  return useResource<Preview>(
    `preview ${loanId} ${document}`,
    async (signal) => {
      const path = { id: loanId, document_type: document };
      const signed = await call('addressOfDocument', { path }, { signal });
      const blob = signed.kind === 'ok' ? await fetchBlob(signed.value.address, signal) : signed;
      if (blob.kind !== 'ok') return blob;
      const isPicture = blob.value.type.startsWith('image/');
      return { kind: 'ok', value: { url: URL.createObjectURL(blob.value), isPicture } };
    },
    ({ url }) => URL.revokeObjectURL(url),
  );
}
