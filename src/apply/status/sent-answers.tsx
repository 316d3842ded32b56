/** What was sent, as a list to read, folded: the students, then Applicant Details section by section. */
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { displayedField, rowOf, sections } from '../../../domain/forms/fields/catalogue.ts';
import { loanFieldValue } from '../../../domain/forms/fields/value.ts';
import { cardOf, sectionsOf } from '../../../domain/loan/loan-sections.ts';
import type { Loan } from '../../../domain/values/wire.ts';
import { messageId } from '../../../locales/index.ts';
import { valueText } from '../../form/value-text.ts';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { t } from '../../i18n/text.tsx';

export function SentAnswers({ loan }: { loan: Loan }) {
  return (
    <CollapsibleCard id={useId()} title={t('status.sent')} startsOpen={false}>
      {loan.el_details.students.map((student, index) => (
        <section key={student.id} className="stack-s2">
          <h3>{student.student_name || t('student.card.title', { number: index + 1 })}</h3>
          <Answers loan={loan} fields={cardOf(student)} />
        </section>
      ))}
      {sectionsOf(loan).map(({ id, fields }) => (
        <section key={id} className="stack-s2">
          <h3>{t(messageId(sections[id].title))}</h3>
          <Answers loan={loan} fields={fields} />
        </section>
      ))}
    </CollapsibleCard>
  );
}

/** The rows that have a value, without a choice whose words are a field of their own. */
function Answers({ loan, fields }: { loan: Loan; fields: readonly string[] }) {
  const intl = useIntl();
  const facts = fields.flatMap((name) => {
    const shown = displayedField(name);
    if (shown !== name && fields.includes(shown)) return [];
    const row = rowOf(name);
    const value = valueText(intl, rowOf(shown), loanFieldValue(loan, shown));
    if (!row || value === null) return [];
    return [{ id: name, name: t(messageId(row.label)), value }];
  });
  return <Facts stacked facts={facts} />;
}
