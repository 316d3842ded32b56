/** Everything that was issued for a loan, to be saved on the device. */
import { FormattedDate, FormattedMessage } from 'react-intl';
import type { Servicing } from '../../../domain/wire.ts';
import { languageAttributes, languages } from '../../../locales/languages.ts';
import { Card } from '../../ui/Card.tsx';
import { DocumentLink } from './document-link.tsx';
import './documents.css';

export function Documents({ servicing }: { servicing: Servicing }) {
  const { documents, loan_id: loanId } = servicing;
  if (documents.length === 0) return null;
  return (
    <Card title={<FormattedMessage id="servicing.documents" />}>
      <ul className="issued-documents">
        {documents.map((document) => (
          <li key={document.document_id} className="issued-document">
            <DocumentLink loanId={loanId} document={document} />
            <span className="issued-document-date text-muted">
              <FormattedDate value={document.created_at} dateStyle="medium" />,{' '}
              <span {...languageAttributes(document.language)}>{languages[document.language].name}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
