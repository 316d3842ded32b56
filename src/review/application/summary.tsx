/** Summarizes what a decision depends on: fees and plan, income, applicant, documents. */
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { wholeYears, todayInIndia } from '../../../domain/values/dates.ts';
import { studentTotal } from '../../../domain/lending/fees.ts';
import { rowOf } from '../../../domain/forms/fields/catalogue.ts';
import { documentLabels } from '../../../domain/forms/fields/loan.ts';
import { loanFieldValue } from '../../../domain/forms/fields/value.ts';
import { type MessageId, messageId } from '../../../locales/index.ts';
import { formatRupees } from '../../ui/money.tsx';
import { sectionsOf } from '../../../domain/loan/loan-sections.ts';
import { useServices } from '../services.ts';
import { Value } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useApplication } from './actor.tsx';
import './summary.css';

/** Full names by group; a field that was hidden from the applicant is left out. */
const groups = {
  income: [
    'employment_details.employment_type',
    'employment_details.employer_name',
    'employment_details.employed_since',
    'income_details.monthly_income',
    'income_details.household_income',
  ],
  applicant: [
    'personal_details.pan',
    'personal_details.dob',
    'personal_details.relationship_type',
    'bank_details.bank_name',
  ],
} as const;

/** Dates that are read as a number of years. */
const yearsMessages: Partial<Record<string, MessageId>> = {
  'employment_details.employed_since': 'review.summary.years',
  'personal_details.dob': 'review.summary.age',
};

export function Summary() {
  const intl = useIntl();
  const { loan } = useApplication();
  const visible = new Set(sectionsOf(loan).flatMap(({ fields }) => fields));
  const visibleFacts = (names: readonly string[]) =>
    names.filter((name) => visible.has(name)).map((name) => <FieldFact key={name} name={name} />);
  return (
    <section className="decision-summary" aria-label={intl.formatMessage({ id: 'review.summary' })}>
      <Group title="review.summary.fees">
        {loan.el_details.students.map((student) => (
          <Fact key={student.id} name={student.student_name}>
            {formatRupees(studentTotal(student))}
            <span className="text-muted"> {student.course_name}</span>
          </Fact>
        ))}
        <FieldFact name="loan_details.emi_tenure" />
        <Instalment />
      </Group>
      <Group title="review.summary.income">{visibleFacts(groups.income)}</Group>
      <Group title="app.title.applicant">{visibleFacts(groups.applicant)}</Group>
      <DocumentsGroup />
    </section>
  );
}

/** Shows the agreed plan's instalment with its share of each income, even if the institution's plans have changed. */
function Instalment() {
  const intl = useIntl();
  const { plan, loan } = useApplication();
  const { monthly_income: salary, household_income: household } = loan.income_details;
  const label = rowOf('loan_details.emi_amount')?.label;
  if (!plan || !label) return null;
  const shares = Object.entries({ salary, household }).flatMap(([income, amount]) => {
    const share = amount && intl.formatNumber(plan.emi_amount / amount, { style: 'percent' });
    return share ? intl.formatMessage({ id: 'review.summary.share' }, { income, share }) : [];
  });
  return (
    <Fact name={t(messageId(label))}>
      {formatRupees(plan.emi_amount)}
      {shares.length > 0 && <span className="text-muted"> ({shares.join(', ')})</span>}
    </Fact>
  );
}

function Group({ title, children }: { title: MessageId; children: ReactNode }) {
  return (
    <div className="decision-group">
      <h2>{t(title)}</h2>
      <dl>{children}</dl>
    </div>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function FieldFact({ name }: { name: string }) {
  const { loan } = useApplication();
  const { now } = useServices();
  const value = loanFieldValue(loan, name);
  const label = rowOf(name)?.label;
  const yearsMessage = yearsMessages[name];
  return (
    <Fact name={label && t(messageId(label))}>
      <Value name={name} value={value} />
      {yearsMessage && typeof value === 'string' && (
        <span className="text-muted">
          {' '}
          {t(yearsMessage, { years: wholeYears(value, todayInIndia(now())) })}
        </span>
      )}
    </Fact>
  );
}

/** Shows the number of documents that were added, and the missing ones. */
function DocumentsGroup() {
  const intl = useIntl();
  const { documents } = useApplication();
  const missing = documents.filter(({ contents }) => contents.length === 0);
  const given = documents.length - missing.length;
  return (
    <Group title="review.documents">
      <Fact name={t('review.summary.given')}>
        {t('review.summary.givenOf', { given, all: documents.length })}
      </Fact>
      {missing.length > 0 && (
        <Fact name={t('review.value.none')}>
          {missing.map(({ type }) => intl.formatMessage({ id: documentLabels[type] })).join(' · ')}
        </Fact>
      )}
    </Group>
  );
}
