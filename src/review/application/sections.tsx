/** The application as its applicant saw it, section by section, with a flag beside each field. */
import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import { reasonOf } from '../../../domain/documents.ts';
import { studentTotal } from '../../../domain/fees.ts';
import { documentFieldName, sections } from '../../../domain/fields/catalogue.ts';
import { flaggableFields } from '../../../domain/flaggable.ts';
import type { DocumentReason, DocumentType } from '../../../domain/wire.ts';
import { messageId } from '../../../locales/index.ts';
import { reasonMessages } from '../../documents/message-ids.ts';
import { Card } from '../../ui/Card.tsx';
import { formatRupees } from '../../ui/Money.tsx';
import { cardOf, sectionsOf } from '../fields.ts';
import { useApplication, useDesk, useDeskState } from './actor.tsx';
import { NewestDocument } from './documents.tsx';
import { Field, type FieldProps } from './field.tsx';
import { Button } from '../../ui/Button.tsx';
import { Banner } from '../../ui/Banner.tsx';
import './sections.css';

const reasons = Object.keys(reasonMessages) as DocumentReason[];

export function Sections() {
  const { loan, can_ask, documents } = useApplication();
  const flaggable = useMemo(() => new Set(can_ask ? flaggableFields(loan) : []), [loan, can_ask]);
  const field = (name: string, more: Partial<FieldProps> = {}) => (
    <Field key={name} name={name} canFlag={flaggable.has(name)} {...more} />
  );
  const paper = (type: DocumentType) => {
    const document = documents.find((one) => one.type === type);
    return field(documentFieldName(type), {
      wide: true,
      shown: document && <NewestDocument document={document} />,
    });
  };
  const papers = documents.map(({ type }) => type).filter((type) => type !== 'fee_receipt');
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
        <Card level={3} title={<FormattedMessage id="student.receipt.label" />}>
          <div className="field-grid">{paper('fee_receipt')}</div>
        </Card>
        {loan.el_details.students.map((student, index) => (
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
        ))}
      </div>
      <div className="application-section">
        <h2 className="application-section-title">
          <FormattedMessage id="app.title.applicant" />
        </h2>
        {sectionsOf(loan).map(({ id, fields }) => (
          <Card key={id} level={3} title={<FormattedMessage id={messageId(sections[id].title)} />}>
            <div className="field-grid">{fields.map((name) => field(name))}</div>
          </Card>
        ))}
      </div>
      {papers.length > 0 && (
        <div className="application-section">
          <h2 className="application-section-title">
            <FormattedMessage id="review.documents" />
          </h2>
          {reasons.map((reason) => {
            const types = papers.filter((type) => reasonOf(type) === reason);
            return (
              types.length > 0 && (
                <Card key={reason} level={3} title={<FormattedMessage id={reasonMessages[reason][0]} />}>
                  <div className="field-grid">{types.map(paper)}</div>
                </Card>
              )
            );
          })}
        </div>
      )}
    </div>
  );
}

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
