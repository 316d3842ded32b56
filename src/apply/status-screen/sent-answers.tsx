/** What was sent, as a list to read: the students, then Applicant Details section by section. */
import { FormattedMessage, useIntl } from 'react-intl';
import { displayedField, rowOf, sections } from '../../../domain/fields/catalogue.ts';
import { fieldValue } from '../../../domain/fields/value.ts';
import { cardOf, sectionsOf } from '../../../domain/loan-sections.ts';
import type { Loan } from '../../../domain/wire.ts';
import { messageId } from '../../../locales/index.ts';
import { valueText } from '../../form/value-text.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import './sent-answers.css';

export function SentAnswers({ loan }: { loan: Loan }) {
  return (
    <Card title={<FormattedMessage id="status.sent" />}>
      {loan.el_details.students.map((student, index) => (
        <section key={student.id} className="sent-section">
          <h3>
            <FormattedMessage id="student.card.title" values={{ number: index + 1 }} />
          </h3>
          <Answers loan={loan} fields={cardOf(student)} />
        </section>
      ))}
      {sectionsOf(loan).map(({ id, fields }) => (
        <section key={id} className="sent-section">
          <h3>
            <FormattedMessage id={messageId(sections[id].title)} />
          </h3>
          <Answers loan={loan} fields={fields} />
        </section>
      ))}
    </Card>
  );
}

/** Without those that have no value. */
function Answers({ loan, fields }: { loan: Loan; fields: readonly string[] }) {
  const intl = useIntl();
  const facts = fields.flatMap((name) => {
    const shown = displayedField(name);
    const row = rowOf(name);
    const value = valueText(intl, rowOf(shown), fieldValue(loan, shown));
    if (!row || value === null) return [];
    return [{ id: name, name: <FormattedMessage id={messageId(row.label)} />, value }];
  });
  return <Facts facts={facts} />;
}
