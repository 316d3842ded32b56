/** The value that a question is about, as people read it. */
import { type ReactNode, useState } from 'react';
import { FormattedDate, FormattedMessage } from 'react-intl';
import { at } from '../../../domain/check.ts';
import type { Loan } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { formatRupees } from '../../ui/Money.tsx';
import { useWizardState } from '../wizard.tsx';
import { askedAbout } from './fields.ts';
import { isDocument, type Question } from './questions.ts';

/** 'Before: ₹51,000'. */
export function Before({ question: { query, asked } }: { question: Question }) {
  const loan = useWizardState(({ context }) => context.loan);
  // What is sent now takes the place of what was sent before.
  const [hadDocument] = useState(loan?.fee_receipt != null);
  if (isDocument(query))
    return <FormattedMessage id={hadDocument ? 'app.query.before.document' : 'app.query.before.nothing'} />;
  const value = loan && savedIn(loan, query.field);
  if (value === null || value === '' || value === undefined)
    return <FormattedMessage id="app.query.before.nothing" />;
  const read = asked.words ? (
    <FormattedMessage id={asked.words} values={{ code: String(value) }} />
  ) : (
    readings[asked.as ?? 'text'](value)
  );
  return <FormattedMessage id="app.query.before" values={{ value: read }} />;
}

type Reading = NonNullable<Question['asked']['as']> | 'text';

const readings: Record<Reading, (value: unknown) => ReactNode> = {
  text: String,
  document: String,
  course: String,
  institution: String,
  money: (value) => formatRupees(Number(value)),
  // Noon in India: the same day wherever it is read.
  date: (value) => <FormattedDate value={`${String(value)}T12:00:00+05:30`} dateStyle="long" />,
  switch: (value) => (
    <FormattedMessage id={value === true || value === 1 ? 'app.query.yes' : 'app.query.no'} />
  ),
  months: (value) => <FormattedMessage id="applicant.emi.months" values={{ months: Number(value) }} />,
  institute: (value) => <FormattedMessage id={institutes[String(value)] ?? 'student.instituteType.label'} />,
};

const institutes: Record<string, MessageId> = {
  School: 'student.instituteType.school',
  College: 'student.instituteType.college',
};

/** Where an id stands in a field, its name is the value that was read. */
const named: Partial<Record<Reading, string>> = {
  institution: 'el_details.institution_name',
  course: 'course_name',
  months: 'loan_details.emi_tenure',
};

function savedIn(loan: Loan, field: string): unknown {
  const { asked, id } = askedAbout(field);
  const name = named[asked.as ?? 'text'] ?? (id === undefined ? field : field.split('.').at(-1)) ?? field;
  return at(id === undefined ? loan : (loan.el_details.students.find((row) => row.id === id) ?? {}), name);
}
