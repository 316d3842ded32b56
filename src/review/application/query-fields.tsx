/** What is asked about a field: a reason, and the message that the applicant reads. */
import { useIntl } from 'react-intl';
import { limits } from '../../../domain/values/limits.ts';
import { type QueryReason, reasonsFor } from '../../../domain/lending/reasons.ts';
import { messageId, languageAttributes } from '../../../locales/index.ts';
import type { QueryText, IssueLocation, ReviewIssue } from '../../../machines/desk/acts.ts';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useApplication, useDeskState } from './actor.tsx';
import { useReasonChoice } from './reasons.ts';
import { reasonMessages } from '../message-ids.ts';
import { t } from '../../i18n/i18n.tsx';
import { LanguageName } from '../../i18n/language-name.tsx';

/** The id of a query's control; the summary of what is missing leads to it. */
export const queryControlId = (location: IssueLocation, part: ReviewIssue['part']): string =>
  `${location.at === 'flag' ? location.field : `query.${location.id}`}:${part}`;

export interface QueryFieldsProps {
  location: IssueLocation;
  /** The dotted name of the field that is asked about. */
  field: string;
  queryText: QueryText;
  onChange: (queryText: QueryText) => void;
}

export function QueryFields({ location, field, queryText, onChange }: QueryFieldsProps) {
  const intl = useIntl();
  const { language } = useApplication().loan;
  const choose = useReasonChoice();
  const issues = useDeskState(({ context }) => context.issues);
  const errorAt = (part: ReviewIssue['part']) => {
    const id = queryControlId(location, part);
    const issue = issues.find((each) => queryControlId(each.location, each.part) === id);
    return issue && <IssueMessage issue={issue} />;
  };
  return (
    <>
      <Select
        id={queryControlId(location, 'reason')}
        label={t('review.query.reason')}
        error={errorAt('reason')}
        prompt={intl.formatMessage({ id: 'app.field.choose' })}
        value={queryText.reason}
        options={reasonsFor(field).map((reason) => ({
          value: reason,
          label: intl.formatMessage({ id: reasonMessages[reason] }),
        }))}
        onValue={(reason) => onChange(choose(queryText, reason as QueryReason | ''))}
      />
      <TextArea
        id={queryControlId(location, 'message')}
        label={t('review.query.message')}
        hint={t('review.query.message.hint', {
          language: <LanguageName language={language} />,
        })}
        error={errorAt('message')}
        language={languageAttributes(language)}
        maxLength={limits.queryMessageMaxLength}
        value={queryText.message}
        onValue={(message) => onChange({ ...queryText, message })}
      />
    </>
  );
}

export function IssueMessage({ issue: { code, values } }: { issue: ReviewIssue }) {
  return t(messageId(code), values);
}
