/** Shows a document of the loan. Its content is fetched on demand and stays in the memory of this page. */
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { DocumentType } from '../../domain/values/wire.ts';
import { useObjectUrl } from '../hooks/object-url.ts';
import { useQuery } from '../data/query.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { t } from '../i18n/i18n.tsx';
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
  const { call, fetchBlob } = useDocumentServices();
  const read = useQuery({
    queryKey: ['addressOfDocument', loanId, document],
    queryFn: async ({ signal }) => {
      const path = { id: loanId, document_type: document };
      const signed = await call('addressOfDocument', { path }, { signal });
      return signed.kind === 'ok' ? fetchBlob(signed.value.address, signal) : signed;
    },
  });
  const url = useObjectUrl(read.data);
  const isPicture = read.data?.type.startsWith('image/') === true;
  return (
    <Dialog
      wide
      title={name}
      onCancel={onClose}
      close={intl.formatMessage({ id: 'document.look.close' })}
      actions={
        <>
          <Button onPress={onClose}>{t('document.look.close')}</Button>
          {read.isError && (
            <Button kind="primary" onPress={() => void read.refetch()}>
              {t('app.tryAgain')}
            </Button>
          )}
          {url && !isPicture && (
            <ButtonLink href={url} away>
              {t('document.look.open')}
            </ButtonLink>
          )}
        </>
      }
    >
      {read.isPending && <Skeleton label={t('document.look.loading')} fields={3} />}
      {read.isError && <p role="alert">{t('document.look.failed')}</p>}
      {url && isPicture && (
        <img
          className="document-picture"
          src={url}
          alt={intl.formatMessage({ id: 'document.look.picture' })}
        />
      )}
    </Dialog>
  );
}
