/** Shows one field of the application: its name, value, queries and flag. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { displayedField, rowOf } from '../../../domain/forms/fields/catalogue.ts';
import { loanFieldValue } from '../../../domain/forms/fields/value.ts';
import { openQueries } from '../../../domain/loan/lock.ts';
import type { Query } from '../../../domain/values/wire.ts';
import { messageId, languageAttributes } from '../../../locales/index.ts';
import type { QueryText } from '../../../machines/desk/acts.ts';
import { Button } from '../../ui/button.tsx';
import { QueryNote } from '../../ui/field-shell.tsx';
import { FlagIcon } from '../icons.tsx';
import { fieldTitle, Value } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useApplication, useDesk, useDeskState } from './actor.tsx';
import { queryControlId, QueryFields } from './query-fields.tsx';
import { Withdrawal } from './withdrawal.tsx';
import './field.css';

interface FieldProps {
  /** The dotted name under which it is flagged. */
  name: string;
  canFlag: boolean;
  /** The content shown in place of the value. */
  shown?: ReactNode;
}

const emptyQueryText: QueryText = { reason: '', message: '' };

export function Field({ name, canFlag, shown }: FieldProps) {
  const intl = useIntl();
  const desk = useDesk();
  const { loan } = useApplication();
  const flag = useDeskState(({ context }) => context.reviewDraft.flags[name]);
  const query = openQueries(loan).find(({ field }) => field === name);
  // An answer is decided about first.
  const isAnswered = loan.queries.some(({ field, state }) => field === name && state === 'answered');
  const label = rowOf(name)?.label;
  const fullName = fieldTitle(intl, name, loan);
  const shownName = displayedField(name);
  const isFlagged = flag !== undefined;
  const isPressed = useReasonFocus(name, isFlagged);
  const toggle = () => {
    isPressed.current = true;
    if (isFlagged) desk.send({ type: 'flag.removed', field: name });
    else desk.send({ type: 'field.flagged', field: name, queryText: emptyQueryText });
  };
  return (
    <div
      className="fact-field"
      data-wide={isFlagged || query !== undefined || undefined}
      data-flagged={isFlagged || undefined}
      data-long={name.endsWith('email') || undefined}
      data-shortcut-field=""
    >
      <div className="fact-row">
        <dl className="fact-text">
          <dt>{label ? t(messageId(label)) : name}</dt>
          <dd>{shown ?? <Value name={shownName} value={loanFieldValue(loan, shownName)} />}</dd>
        </dl>
        {isFlagged && (
          <Button
            kind="quiet"
            onPress={() => {
              toggle();
              document.getElementById(`flag:${name}`)?.focus();
            }}
          >
            {t('review.flag.remove')}
          </Button>
        )}
        {canFlag && ((!query && !isAnswered) || isFlagged) && (
          <button
            type="button"
            className="flag-button"
            id={`flag:${name}`}
            data-shortcut="flag"
            aria-pressed={isFlagged}
            aria-label={intl.formatMessage({ id: 'review.flag' }, { field: fullName })}
            title={intl.formatMessage({ id: 'review.flag' }, { field: fullName })}
            onClick={toggle}
          >
            <FlagIcon />
          </button>
        )}
      </div>
      {query && <OpenQuery query={query} />}
      {flag && (
        <QueryFields
          location={{ at: 'flag', field: name }}
          title={fullName}
          field={name}
          queryText={flag}
          onChange={(queryText) => desk.send({ type: 'field.flagged', field: name, queryText })}
        />
      )}
    </div>
  );
}

/** Moves the focus to the reason once a press, which sets the ref, has flagged the field. */
function useReasonFocus(name: string, isFlagged: boolean): RefObject<boolean> {
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current && isFlagged)
      document.getElementById(queryControlId({ at: 'flag', field: name }, 'reason'))?.focus();
    isPressed.current = false;
  }, [isFlagged, name]);
  return isPressed;
}

/** Shows a query that has no answer yet; it can be withdrawn. */
function OpenQuery({ query: { id, message } }: { query: Query }) {
  const { language } = useApplication().loan;
  return (
    <>
      <QueryNote>
        {t('review.query.asked', { message: <span {...languageAttributes(language)}>{message}</span> })}
      </QueryNote>
      <Withdrawal id={id} />
    </>
  );
}
