/** The application, section by section: a flag beside each field, and the documents beside what they prove. */
import { type ReactNode, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { reasonOf } from '../../../domain/documents.ts';
import { studentTotal } from '../../../domain/fees.ts';
import { documentFieldName, type SectionId, sections } from '../../../domain/fields/catalogue.ts';
import { flaggableFields } from '../../../domain/flaggable.ts';
import type { DocumentReason, DocumentType } from '../../../domain/wire.ts';
import { messageId } from '../../../locales/index.ts';
import { Card } from '../../ui/Card.tsx';
import { formatRupees } from '../../ui/Money.tsx';
import { cardOf, sectionsOf } from '../fields.ts';
import { useApplication, useDesk, useDeskState } from './actor.tsx';
import { NewestDocument } from './documents.tsx';
import { Field, type FieldProps } from './field.tsx';
import { Button } from '../../ui/Button.tsx';
import { Banner } from '../../ui/Banner.tsx';
import './sections.css';

export function Sections() {
  const intl = useIntl();
  const { loan, can_ask, documents } = useApplication();
  const flaggable = useMemo(() => new Set(can_ask ? flaggableFields(loan) : []), [loan, can_ask]);
  const field = (name: string, more: Partial<FieldProps> = {}) => (
    <Field key={name} name={name} canFlag={flaggable.has(name)} {...more} />
  );
  const documentField = (type: DocumentType) => {
    const document = documents.find((one) => one.type === type);
    return field(documentFieldName(type), {
      wide: true,
      shown: document && <NewestDocument document={document} />,
    });
  };
  const proofsOf = (section: SectionId) =>
    documents.map(({ type }) => type).filter((type) => provedSections[reasonOf(type)] === section);
  const withProofs = (section: SectionId, fields: ReactNode) => {
    const types = proofsOf(section);
    if (types.length === 0) return fields;
    return (
      <div className="proved">
        <div className="proved-fields">{fields}</div>
        <div className="proofs" role="group" aria-label={intl.formatMessage({ id: 'review.documents' })}>
          {types.map(documentField)}
        </div>
      </div>
    );
  };
  return (
    <div className="application-sections">
      <OrphanedFlags known={flaggable} />
      <div className="application-section">
        <h2 className="application-section-title">
          <FormattedMessage id="app.title.students" />
        </h2>
        <Card level={3} title={<FormattedMessage id="student.institution.label" />}>
          <div className="field-grid">
            {field('el_details.institution_id')}
            {field('el_details.order_value')}
          </div>
        </Card>
        {withProofs(
          'student',
          loan.el_details.students.map((student, index) => (
            <Card
              key={student.id}
              level={3}
              title={
                <>
                  <FormattedMessage id="student.card.title" values={{ number: index + 1 }} />{' '}
                  <span className="card-total text-muted">{formatRupees(studentTotal(student))}</span>
                </>
              }
            >
              <div className="field-grid">{cardOf(student).map((name) => field(name))}</div>
            </Card>
          )),
        )}
      </div>
      <div className="application-section">
        <h2 className="application-section-title">
          <FormattedMessage id="app.title.applicant" />
        </h2>
        {sectionsOf(loan).map(({ id, fields }) => (
          <Card key={id} level={3} title={<FormattedMessage id={messageId(sections[id].title)} />}>
            {withProofs(id, <div className="field-grid">{fields.map((name) => field(name))}</div>)}
          </Card>
        ))}
      </div>
    </div>
  );
}

/** Where the fields are that a document proves, by the reason for which it is asked. */
const provedSections: Record<DocumentReason, SectionId> = {
  fees: 'student',
  identity: 'person',
  address_proof: 'residence',
  bank_account: 'bank',
  income: 'employment',
};

/** Flags whose field has gone from the application since: a student was deleted, a field hidden. */
function OrphanedFlags({ known }: { known: ReadonlySet<string> }) {
  const desk = useDesk();
  const flags = useDeskState(({ context }) => context.reviewDraft.flags);
  const orphaned = Object.entries(flags).filter(([name]) => !known.has(name));
  if (orphaned.length === 0) return null;
  return (
    <Banner kind="notice" title={<FormattedMessage id="review.strays" values={{ count: orphaned.length }} />}>
      <ul className="orphaned-flags">
        {orphaned.map(([name, { message }]) => (
          <li key={name}>
            {message || name}{' '}
            <Button kind="quiet" onPress={() => desk.send({ type: 'flag.removed', field: name })}>
              <FormattedMessage id="review.flag.remove" />
            </Button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
