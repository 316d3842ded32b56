/** Shows each answered query: the question, the old and new values, and the reviewer's decision. */
import { type ReactNode, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { displayedField } from '../../../domain/forms/fields/catalogue.ts';
import { loanFieldValue } from '../../../domain/forms/fields/value.ts';
import { inScreenOrder } from '../../../domain/loan/screen-order.ts';
import type { Query } from '../../../domain/values/wire.ts';
import { languageAttributes } from '../../../locales/index.ts';
import type { Decision } from '../../../machines/desk/acts.ts';
import { Card } from '../../ui/card.tsx';
import { QueryNote } from '../../ui/field-shell.tsx';
import { CheckIcon, QueryIcon } from '../../ui/icons.tsx';
import { ArrowIcon } from '../icons.tsx';
import { Key } from '../key.tsx';
import { DateTimeText, fieldTitle, NoValue, Value } from '../values.tsx';
import { useApplication, useDesk, useDeskState } from './actor.tsx';
import { type Difference, differencesFor, otherDifferences } from './differences.ts';
import { DocumentContentFigure, NewestDocument } from './documents.tsx';
import { Withdrawal } from './withdrawal.tsx';
import { QueryFields } from './query-fields.tsx';
import { reasonMessages } from '../message-ids.ts';
import { t } from '../../i18n/i18n.tsx';
import './answers.css';

export function Answers() {
  const application = useApplication();
  const timeline = useDeskState(({ context }) => context.timeline);
  const queries = inScreenOrder(application.loan.queries, ({ field }) => field, application.loan);
  const answered = queries.filter(({ state }) => state === 'answered');
  const waiting = queries.filter(({ state }) => state === 'raised');
  const others = useMemo(() => otherDifferences(application), [application]);
  return (
    <div className="answers">
      {answered.map((query) => (
        <Answer key={query.id} query={query} differences={differencesFor(query, application, timeline)} />
      ))}
      {others.length > 0 && (
        <Card title={t('review.answers.others')}>
          <p className="text-muted">{t('review.answers.others.help')}</p>
          {others.map((difference) => (
            <ValueChange key={difference.name} difference={difference} showsTitle />
          ))}
        </Card>
      )}
      {waiting.map((query) => (
        <WaitingQuery key={query.id} query={query} />
      ))}
    </div>
  );
}

function Answer({ query, differences }: { query: Query; differences: readonly Difference[] }) {
  const { loan } = useApplication();
  const decision = useDeskState(({ context }) => context.reviewDraft.decisions[query.id]);
  return (
    <QueryCard query={query} decision={decision?.kind}>
      {differences.map((difference) => (
        <ValueChange
          key={difference.name}
          difference={difference}
          showsTitle={difference.name !== displayedField(query.field)}
        />
      ))}
      {differences.length === 0 && <UnchangedAnswer query={query} />}
      {query.answer !== null && (
        <blockquote className="answer-quote">
          <p className="text-muted text-small">{t('review.answer.words')}</p>
          <p {...languageAttributes(loan.language)}>{query.answer}</p>
        </blockquote>
      )}
      <DecisionButtons query={query} decision={decision} />
    </QueryCard>
  );
}

/** The query is above its outcome. */
function QueryCard(props: { query: Query; decision: Decision['kind'] | undefined; children: ReactNode }) {
  const { query, decision, children } = props;
  const intl = useIntl();
  const { loan } = useApplication();
  return (
    <div className="answer" data-decision={decision} data-shortcut-field="">
      <Card
        title={fieldTitle(intl, query.field, loan)}
        actions={
          query.round > 1 && (
            <span className="query-round">{t('review.query.round', { round: query.round })}</span>
          )
        }
      >
        <QueryNote>
          <strong>{t(reasonMessages[query.reason])}</strong>{' '}
          <span {...languageAttributes(loan.language)}>{query.message}</span>{' '}
          <span className="query-time">
            <DateTimeText at={query.raised_at} />
          </span>
        </QueryNote>
        {children}
      </Card>
    </div>
  );
}

function UnchangedAnswer({ query: { field } }: { query: Query }) {
  const { loan, documents } = useApplication();
  const document = documents.find(({ type }) => field === `documents.${type}`);
  const name = displayedField(field);
  return (
    <dl className="value-unchanged">
      <dt>{t('review.answer.unchanged')}</dt>
      <dd>
        {document ? (
          <NewestDocument document={document} />
        ) : (
          <Value name={name} value={loanFieldValue(loan, name)} />
        )}
      </dd>
    </dl>
  );
}

/** Shows the value before and after. `showsTitle` is set if the field is not the one of the query. */
function ValueChange({
  difference: { name, before, after },
  showsTitle,
}: {
  difference: Difference;
  showsTitle: boolean;
}) {
  const intl = useIntl();
  const { loan } = useApplication();
  return (
    <dl className="value-change">
      {showsTitle && <div className="value-change-title">{fieldTitle(intl, name, loan)}</div>}
      <div className="value-change-value" data-side="old">
        <dt>{t('review.answer.before')}</dt>
        <dd>
          <ChangedValue name={name} value={before} />
        </dd>
      </div>
      <ArrowIcon />
      <div className="value-change-value" data-side="new">
        <dt>{t('review.answer.after')}</dt>
        <dd>
          <ChangedValue name={name} value={after} />
        </dd>
      </div>
    </dl>
  );
}

function ChangedValue({ name, value }: { name: string; value: unknown }) {
  const { documents } = useApplication();
  const document = documents.find(({ type }) => name === `documents.${type}`);
  if (!document) return <Value name={name} value={value} />;
  const content = document.contents.find(({ e_tag }) => e_tag === value);
  return content ? <DocumentContentFigure type={document.type} content={content} /> : <NoValue />;
}

const decisions = [
  { chosen: { kind: 'accept' }, icon: <CheckIcon />, label: t('review.decide.accept'), key: 'A' },
  {
    chosen: { kind: 'askAgain', reason: '', message: '' },
    icon: <QueryIcon />,
    label: t('review.decide.askAgain'),
    key: 'R',
  },
] as const;

/** Buttons for a decision; pressing one again withdraws the decision. */
function DecisionButtons({ query, decision }: { query: Query; decision: Decision | undefined }) {
  const intl = useIntl();
  const desk = useDesk();
  const name = fieldTitle(intl, query.field, useApplication().loan);
  const choose = (chosen: Decision) =>
    desk.send(
      decision?.kind === chosen.kind
        ? { type: 'decision.removed', id: query.id }
        : { type: 'query.decided', id: query.id, decision: chosen },
    );
  return (
    <>
      <div
        className="cluster"
        role="group"
        aria-label={intl.formatMessage({ id: 'review.decide' }, { name })}
      >
        {decisions.map(({ chosen, icon, label, key }) => (
          <button
            key={key}
            type="button"
            className="decision-button"
            data-kind={chosen.kind}
            data-shortcut={chosen.kind}
            aria-pressed={decision?.kind === chosen.kind}
            onClick={() => choose(chosen)}
          >
            {icon}
            {label}
            <Key name={key} />
          </button>
        ))}
      </div>
      {decision?.kind === 'askAgain' && (
        <QueryFields
          location={{ at: 'query', id: query.id }}
          title={name}
          field={query.field}
          queryText={decision}
          onChange={(queryText) =>
            desk.send({ type: 'query.decided', id: query.id, decision: { kind: 'askAgain', ...queryText } })
          }
        />
      )}
    </>
  );
}

/** Shows a query that the applicant has not answered. */
function WaitingQuery({ query }: { query: Query }) {
  const kind = useDeskState(({ context }) => context.reviewDraft.decisions[query.id]?.kind);
  return (
    <QueryCard query={query} decision={kind}>
      <Withdrawal id={query.id} waiting={t('review.query.waiting')} />
    </QueryCard>
  );
}
