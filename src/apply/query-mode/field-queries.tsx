/** Query mode's part of a field: the query, the previous value, and the controls to answer by a reason. */
import { useSelector } from '@xstate/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import {
  displayedField,
  isLabelShared,
  labelOf,
  parseStudentFieldName,
  rowOf,
  sections,
} from '../../../domain/forms/fields/catalogue.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { Query } from '../../../domain/values/wire.ts';
import { type MessageId, messageId } from '../../../locales/index.ts';
import { loanFieldValue } from '../../../domain/forms/fields/value.ts';
import { Button } from '../../ui/button.tsx';
import { FieldShell } from '../../ui/field-shell.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { t } from '../../i18n/i18n.tsx';
import { valueText } from '../../form/value-text.ts';
import { useDrafts, useWizardState } from '../shared/wizard.tsx';
import { useFocusPendingField } from './focus.ts';
import { answersOf, isDocument, withReason } from './open-queries.ts';
import { useQueryMessage } from './query-message.ts';
import './query-mode.css';

/** The query's message and the previous value; a document's previous content is opened at its buttons instead. */
export function QueryNotice({ query }: { query: Query }) {
  return (
    <>
      <QueryMessage query={query} />
      {!isDocument(query) && (
        <p className="query-previous-value">
          <PreviousValue query={query} />
        </p>
      )}
    </>
  );
}

/** Shows QUERY_MESSAGE (decision 23). */
function QueryMessage({ query }: { query: Query }) {
  const message = useQueryMessage(query);
  return <p className="query-message">{t('app.query.message', { message })}</p>;
}

/** 'Student 2: Roll number', 'Office Address: Pincode', 'PAN number'. */
export function FieldTitle({ field }: { field: string }) {
  const row = rowOf(field);
  const id = parseStudentFieldName(field)?.id;
  const number = useWizardState(
    ({ context }) => (context.loan?.el_details.students.findIndex((row) => row.id === id) ?? -1) + 1,
  );
  const label = t(messageId(labelOf(field)));
  const part =
    number > 0
      ? t('student.card.title', { number })
      : row && isLabelShared(row) && t(messageId(sections[row.section].title));
  return part ? t('app.query.of', { part, label }) : label;
}

/** The controls below a field: the replacing file, and 'It is correct because …'. */
export function QueryAnswerControls({ query }: { query: Query }) {
  const draft = useDrafts().answers;
  const { reasons, replaced } = useSelector(draft, ({ context }) => answersOf(context.body));
  useFocusPendingField();
  const file = replaced[query.id];
  return (
    <>
      {isDocument(query) && file && (
        <p className="query-new-value" role="status">
          <CheckIcon /> {t('app.query.replaced', { name: file })}
        </p>
      )}
      <Reason
        field={query.field}
        label={isDocument(query) ? 'app.query.reason.document' : 'app.query.reason'}
        reason={reasons[query.id]}
        onReason={(reason) =>
          draft.send({
            type: 'draft.typed',
            body: withReason(draft.getSnapshot().context.body, query.id, reason),
          })
        }
      />
    </>
  );
}

interface ReasonProps {
  field: string;
  label: MessageId;
  /** The typed reason; undefined if the text area is closed. */
  reason: string | undefined;
  onReason: (reason: string | undefined) => void;
}

/** A button that opens a text area; a text in it answers the query. */
function Reason({ field, label, reason, onReason }: ReasonProps) {
  const intl = useIntl();
  // The element to focus once the text area has replaced the button, or the reverse.
  const [focusTarget, setFocusTarget] = useState<'text' | 'button' | null>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (focusTarget === 'text') text.current?.focus();
    if (focusTarget === 'button') button.current?.querySelector('button')?.focus();
  }, [focusTarget]);
  const id = `${field}-reason`;
  if (reason === undefined && focusTarget !== 'text') {
    return (
      <div className="query-reason stack-s1" ref={button}>
        <Button kind="quiet" describedBy={`${field}-label`} onPress={() => setFocusTarget('text')}>
          {t(label)}
        </Button>
      </div>
    );
  }
  const remove = () => {
    onReason(undefined);
    setFocusTarget('button');
  };
  return (
    <div className="query-reason stack-s1">
      <FieldShell fieldProps={{ id, label: t(label) }}>
        {(aria) => (
          <textarea
            {...aria}
            ref={text}
            rows={2}
            maxLength={limits.queryAnswerMaxLength}
            aria-label={intl.formatMessage({ id: label })}
            value={reason ?? ''}
            onChange={(event) => onReason(event.currentTarget.value)}
          />
        )}
      </FieldShell>
      <Button kind="quiet" onPress={remove}>
        {t('app.query.reason.remove')}
      </Button>
    </div>
  );
}

/** Shows the value that a query is about, formatted: 'Before: ₹51,000'. */
function PreviousValue({ query }: { query: Query }) {
  const intl = useIntl();
  const loan = useWizardState(({ context }) => context.loan);
  const name = displayedField(query.field);
  const value = loan && valueText(intl, rowOf(name), loanFieldValue(loan, name), { dateStyle: 'long' });
  if (value === null) return t('app.query.before.nothing');
  return t('app.query.before', { value });
}
