/** The documents that the customer was given, opened in a tab of their own. */
import type { IssuedDocument } from '../../../domain/values/wire.ts';
import { languageAttributes, languages } from '../../../locales/languages.ts';
import type { MessageId } from '../../../locales/index.ts';
import { useApiMutation } from '../../data/mutation.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { FileIcon } from '../../ui/icons.tsx';
import { useServices } from '../services.ts';
import { DateTimeText } from '../values.tsx';
import { t } from '../../i18n/text.tsx';
import { Part } from './parts.tsx';
import './lender-loans.css';

const names = {
  key_facts: 'servicing.document.keyFacts',
  agreement: 'servicing.document.agreement',
  signed_agreement: 'servicing.document.signedAgreement',
  receipt: 'servicing.document.receipt',
  statement: 'servicing.document.statement',
} as const satisfies Record<IssuedDocument['kind'], MessageId>;

type Props = { loanId: string; documents: readonly IssuedDocument[] };

export function IssuedDocuments({ loanId, documents }: Props) {
  const { call } = useServices();
  const { isPending, error, mutate } = useApiMutation(call, 'addressOfIssuedDocument', ({ address }) => {
    window.open(address, '_blank', 'noopener');
  });
  return (
    <Part title={t('servicing.documents')}>
      <ul className="lender-loan-documents stack-s1">
        {documents.map((document) => (
          <li key={document.document_id}>
            <Button
              kind="quiet"
              busy={isPending}
              onPress={() => mutate({ path: { id: loanId, document_id: document.document_id } })}
            >
              <FileIcon />
              {t(names[document.kind])}
            </Button>
            <span className="lender-loan-detail">
              {document.number},{' '}
              <span {...languageAttributes(document.language)}>{languages[document.language].name}</span>,{' '}
              <DateTimeText at={document.created_at} />
            </span>
          </li>
        ))}
      </ul>
      {error && <ErrorNote role="alert">{t('servicing.document.failed')}</ErrorNote>}
    </Part>
  );
}
