/** What is asked about a field: a reason, and the message that the applicant reads. */
import { FormattedMessage, useIntl } from 'react-intl';
import { limits } from '../../../domain/limits.ts';
import { type QueryReason, reasonsFor } from '../../../domain/reasons.ts';
import { messageId } from '../../../locales/index.ts';
import { languageAttributes, languages } from '../../../locales/languages.ts';
import type { Question, Spot, WorkIssue } from '../../../machines/desk/acts.ts';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useApplication, useDeskState } from './actor.tsx';
import { useReasonChoice } from './reasons.tsx';
import { reasonMessages } from '../message-ids.ts';

/** The id of a question's control; the summary of what is missing leads to it. */
export const controlId = (spot: Spot, part: WorkIssue['part']): string =>
  `${spot.at === 'flag' ? spot.field : `query.${spot.id}`}:${part}`;

export interface QueryFieldsProps {
  spot: Spot;
  /** The dotted name of the field that is asked about. */
  field: string;
  question: Question;
  onChange: (question: Question) => void;
}

export function QueryFields({ spot, field, question, onChange }: QueryFieldsProps) {
  const intl = useIntl();
  const { language } = useApplication().loan;
  const choose = useReasonChoice();
  const issues = useDeskState(({ context }) => context.issues);
  const errorAt = (part: WorkIssue['part']) => {
    const id = controlId(spot, part);
    const issue = issues.find((each) => controlId(each.spot, each.part) === id);
    return issue && <IssueMessage issue={issue} />;
  };
  return (
    <>
      <Select
        id={controlId(spot, 'reason')}
        label={<FormattedMessage id="review.question.reason" />}
        error={errorAt('reason')}
        prompt={intl.formatMessage({ id: 'app.field.choose' })}
        value={question.reason}
        options={reasonsFor(field).map((reason) => ({
          value: reason,
          label: intl.formatMessage({ id: reasonMessages[reason] }),
        }))}
        onValue={(reason) => onChange(choose(question, reason as QueryReason | ''))}
      />
      <TextArea
        id={controlId(spot, 'message')}
        label={<FormattedMessage id="review.question.message" />}
        hint={
          <FormattedMessage
            id="review.question.message.hint"
            values={{ language: <span {...languageAttributes(language)}>{languages[language].name}</span> }}
          />
        }
        error={errorAt('message')}
        language={languageAttributes(language)}
        maxLength={limits.queryMessageMaxLength}
        value={question.message}
        onValue={(message) => onChange({ ...question, message })}
      />
    </>
  );
}

export function IssueMessage({ issue: { code, values } }: { issue: WorkIssue }) {
  return <FormattedMessage id={messageId(code)} {...(values && { values })} />;
}
