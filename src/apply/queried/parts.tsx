/** What query mode shows at a field: the question, the value as it was, and the other way to answer. */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  isLabelShared,
  labelOf,
  parseStudentFieldName,
  rowOf,
  sections,
} from '../../../domain/fields/catalogue.ts';
import { limits } from '../../../domain/limits.ts';
import type { Query } from '../../../domain/wire.ts';
import { messageId } from '../../../locales/index.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldShell } from '../../ui/FieldShell.tsx';
import { CheckIcon } from '../../ui/icons/check.tsx';
import { useWizardState } from '../wizard.tsx';
import { Before } from './before.tsx';

import type { QueryMode } from './mode.tsx';
import { isDocument, type Question } from './questions.ts';
import { useQueryWords } from './words.ts';
import './queried.css';

/** The question, then the value that it is about; what a document was is looked at where it stands. */
export function AskedWords({ question }: { question: Question }) {
  const isPaper = isDocument(question.query) && question.query.field !== 'documents.fee_receipt';
  return (
    <>
      <QueryMessage query={question.query} />
      {!isPaper && (
        <p className="question-before">
          <Before question={question} />
        </p>
      )}
    </>
  );
}

/** QUERY_MESSAGE (decision 24). */
export function QueryMessage({ query }: { query: Query }) {
  const message = useQueryWords(query);
  return (
    <p className="question-message">
      <FormattedMessage id="app.query.message" values={{ message }} />
    </p>
  );
}

/** 'Student 2: Roll number', 'Office Address: Pincode', 'PAN number'. */
export function TitleWords({ field }: { field: string }) {
  const row = rowOf(field);
  const id = parseStudentFieldName(field)?.id;
  const number = useWizardState(
    ({ context }) => (context.loan?.el_details.students.findIndex((row) => row.id === id) ?? -1) + 1,
  );
  const label = <FormattedMessage id={messageId(labelOf(field))} />;
  const part =
    number > 0 ? (
      <FormattedMessage id="student.card.title" values={{ number }} />
    ) : (
      row && isLabelShared(row) && <FormattedMessage id={messageId(sections[row.section].title)} />
    );
  return part ? <FormattedMessage id="app.query.of" values={{ part, label }} /> : label;
}

/** Below a control: the file that was sent in its place, and 'It is correct because …'. */
export function BeneathField({ mode, query }: { mode: QueryMode; query: Query }) {
  const { reasons, replaced } = useSyncExternalStore(mode.subscribe, mode.answers);
  useEffect(() => void mode.arrive(), [mode]);
  const file = replaced[query.id];
  return (
    <>
      {isDocument(query) && file !== undefined && (
        <p className="question-new" role="status">
          <CheckIcon /> <FormattedMessage id="app.query.replaced" values={{ name: file }} />
        </p>
      )}
      <Reason
        field={query.field}
        reason={reasons[query.id]}
        onReason={(reason) => mode.giveReason(query, reason)}
      />
    </>
  );
}

interface ReasonProps {
  field: string;
  /** As it is typed; undefined while none is given. */
  reason: string | undefined;
  onReason: (reason: string | undefined) => void;
}

/** A button that opens a short text; typed, the text answers the question, and taken away it does not. */
function Reason({ field, reason, onReason }: ReasonProps) {
  const intl = useIntl();
  // Where the person went last: the text, or back to the button.
  const [wentTo, setWentTo] = useState<'text' | 'button' | null>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (wentTo === 'text') text.current?.focus();
    if (wentTo === 'button') button.current?.querySelector('button')?.focus();
  }, [wentTo]);
  const id = `${field}-reason`;
  if (reason === undefined && wentTo !== 'text') {
    return (
      <div className="question-reason" ref={button}>
        <Button kind="quiet" describedBy={`${field}-label`} onPress={() => setWentTo('text')}>
          <FormattedMessage id="app.query.reason" />
        </Button>
      </div>
    );
  }
  const remove = () => {
    onReason(undefined);
    setWentTo('button');
  };
  return (
    <div className="question-reason">
      <FieldShell look={{ id, label: <FormattedMessage id="app.query.reason" /> }}>
        {(aria) => (
          <textarea
            {...aria}
            ref={text}
            rows={2}
            maxLength={limits.queryAnswerMaxLength}
            aria-label={intl.formatMessage({ id: 'app.query.reason' })}
            value={reason ?? ''}
            onChange={(event) => onReason(event.currentTarget.value)}
          />
        )}
      </FieldShell>
      <Button kind="quiet" onPress={remove}>
        <FormattedMessage id="app.query.reason.remove" />
      </Button>
    </div>
  );
}
