/** The application, section by section, with a flag beside each field; its documents are beside all of them. */
import { type ReactNode, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { reasonOf } from '../../../domain/loan/documents.ts';
import { studentTotal } from '../../../domain/lending/fees.ts';
import { documentFieldName, type SectionId, sections } from '../../../domain/forms/fields/catalogue.ts';
import { flaggableFields } from '../../../domain/loan/flaggable.ts';
import type { DocumentReason } from '../../../domain/values/wire.ts';
import { messageId } from '../../../locales/index.ts';
import { Card } from '../../ui/card.tsx';
import { formatRupees } from '../../ui/money.tsx';
import { cardOf, sectionsOf } from '../../../domain/loan/loan-sections.ts';
import { NoValue } from '../values.tsx';
import { useApplication, useDesk, useDeskState } from './actor.tsx';
import { DocumentContentFigure } from './documents.tsx';
import { Field } from './field.tsx';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/banner.tsx';
import { t } from '../../i18n/i18n.tsx';
import './sections.css';

export function Sections() {
  const { loan, documents } = useApplication();
  const flaggable = useFlaggable();
  const field = (name: string, shown?: ReactNode) => (
    <Field key={name} name={name} canFlag={flaggable.has(name)} shown={shown} />
  );
  /** Shows the fields with the missing documents that would prove them. */
  const fieldGrid = (section: SectionId, names: readonly string[]) => (
    <div className="field-grid">
      {names.map((name) => field(name))}
      {documents
        .filter(({ type, contents }) => contents.length === 0 && provedSections[reasonOf(type)] === section)
        .map(({ type }) => field(documentFieldName(type), <NoValue />))}
    </div>
  );
  return (
    <div className="application-sections">
      <OrphanedFlags known={flaggable} />
      <h2 className="application-section-title">{t('app.title.students')}</h2>
      <Card level={3} title={t('student.institution.label')}>
        {fieldGrid('student', ['el_details.institution_id', 'el_details.order_value'])}
      </Card>
      {loan.el_details.students.map((student, index) => (
        <Card
          key={student.id}
          level={3}
          title={
            <>
              {student.student_name}{' '}
              <span className="card-total text-muted">
                {t('student.card.title', { number: index + 1 })} · {formatRupees(studentTotal(student))}
              </span>
            </>
          }
        >
          <div className="field-grid">{cardOf(student).map((name) => field(name))}</div>
        </Card>
      ))}
      <h2 className="application-section-title">{t('app.title.applicant')}</h2>
      <div className="application-cards">
        {sectionsOf(loan).map(({ id, fields }) => (
          <Card key={id} level={3} title={t(messageId(sections[id].title))}>
            {fieldGrid(id, fields)}
          </Card>
        ))}
      </div>
    </div>
  );
}

/** The newest of each document that was given: in sight while the fields are scrolled past it. */
export function GivenDocuments() {
  const intl = useIntl();
  const { documents } = useApplication();
  const flaggable = useFlaggable();
  const given = documents.flatMap(({ type, contents: [newest] }) => (newest ? [{ type, newest }] : []));
  if (given.length === 0) return null;
  return (
    <div className="field-grid" role="group" aria-label={intl.formatMessage({ id: 'review.documents' })}>
      {given.map(({ type, newest }) => (
        <Field
          key={type}
          name={documentFieldName(type)}
          canFlag={flaggable.has(documentFieldName(type))}
          shown={<DocumentContentFigure type={type} content={newest} />}
        />
      ))}
    </div>
  );
}

/** Returns the names of the fields that can be queried now. */
function useFlaggable(): ReadonlySet<string> {
  const { loan, can_ask } = useApplication();
  return useMemo(() => new Set(can_ask ? flaggableFields(loan) : []), [loan, can_ask]);
}

/** The section of the fields that a document proves, by the reason for which it is required. */
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
    <Banner kind="notice" title={t('review.orphanedFlags', { count: orphaned.length })}>
      <ul className="orphaned-flags">
        {orphaned.map(([name, { message }]) => (
          <li key={name}>
            {message || name}{' '}
            <Button kind="quiet" onPress={() => desk.send({ type: 'flag.removed', field: name })}>
              {t('review.flag.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
