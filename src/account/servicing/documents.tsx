/** Lists all documents that were issued for a loan, to be saved on the device; those in other languages come last. */
import { FormattedDate } from 'react-intl';
import type { IssuedDocument } from '../../../domain/values/wire.ts';
import { useLanguage, t } from '../../i18n/i18n.tsx';
import { LanguageName } from '../../i18n/language-name.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { DocumentLink } from './document-link.tsx';
import { useServicing } from './servicing.ts';
import './documents.css';

export function Documents() {
  const { language } = useLanguage();
  const { documents, loan_id: loanId } = useServicing().servicing;
  if (documents.length === 0) return null;
  const inLanguage = documents.filter((document) => document.language === language);
  const others = documents.filter((document) => document.language !== language);
  return (
    <CollapsibleCard
      id="documents"
      title={t('servicing.documents')}
      summary={t('servicing.documents.count', { count: documents.length })}
      startsOpen={false}
    >
      <DocumentList loanId={loanId} documents={inLanguage.length > 0 ? inLanguage : others} />
      {inLanguage.length > 0 && others.length > 0 && (
        <Disclosure title={t('servicing.documents.others')}>
          <DocumentList loanId={loanId} documents={others} />
        </Disclosure>
      )}
    </CollapsibleCard>
  );
}

const DocumentList = (props: { loanId: string; documents: readonly IssuedDocument[] }) => (
  <ul className="issued-documents stack-s2">
    {props.documents.map((document) => (
      <li key={document.document_id} className="row-between">
        <DocumentLink loanId={props.loanId} document={document} />
        <span className="text-muted text-small">
          <FormattedDate value={document.created_at} dateStyle="medium" />,{' '}
          <LanguageName language={document.language} />
        </span>
      </li>
    ))}
  </ul>
);
