/** Inputs of a field's query: a reason, and the message that the applicant reads. */
import { useIntl } from 'react-intl';
import { limits } from '../../../domain/values/limits.ts';
import { type QueryReason, reasonsFor } from '../../../domain/lending/reasons.ts';
import { messageId, languageAttributes } from '../../../locales/index.ts';
import type { QueryText, IssueLocation, ReviewIssue } from '../../../machines/desk/acts.ts';
import { useReasonMessages } from '../../data/reason-messages.ts';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useApplication, useDeskState } from './actor.tsx';
import { reasonMessages } from '../message-ids.ts';
import { t } from '../../i18n/i18n.tsx';
import { LanguageName } from '../../i18n/language-name.tsx';
import './query-form.css';

/** Returns the id of a query's control; the summary of what is missing leads to it. */
export const queryControlId = (location: IssueLocation, part: ReviewIssue['part']): string =>
  `${location.at === 'flag' ? location.field : `query.${location.id}`}:${part}`;

export interface QueryFieldsProps {
  location: IssueLocation;
  /** The title of that field. */
  title: string;
  /** The dotted name of the field that is asked about. */
  field: string;
  queryText: QueryText;
  onChange: (queryText: QueryText) => void;
}

/** The form of what the applicant is asked about a field. */
export function QueryFields({ location, title, field, queryText, onChange }: QueryFieldsProps) {
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
    <div
      className="flag-form"
      role="group"
      aria-label={intl.formatMessage({ id: 'review.flag.of' }, { field: title })}
    >
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
    </div>
  );
}

/**
 * Returns a query's text once another reason is chosen: its message is that reason's, unless the reviewer has changed
 * it. If the messages are missing the reviewer writes it.
 */
function useReasonChoice(): (queryText: QueryText, reason: QueryReason | '') => QueryText {
  const messages: Readonly<Record<string, string>> = useReasonMessages(useApplication().loan.language) ?? {};
  return ({ message, reason: before }, reason) => {
    const isCustom = message.trim() !== '' && message !== (messages[before] ?? '');
    return { reason, message: isCustom ? message : (messages[reason] ?? '') };
  };
}

export function IssueMessage({ issue: { code, values } }: { issue: ReviewIssue }) {
  return t(messageId(code), values);
}
