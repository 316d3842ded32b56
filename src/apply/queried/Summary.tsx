/** On top of a step: every open question of the application, what has become of it, and the way to its field. */
import { useEffect, useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSelector } from '@xstate/react';
import { CheckIcon } from '../../ui/icons/check.tsx';
import { QueryIcon } from '../../ui/icons.tsx';
import type { DraftActorRef } from '../../../machines/draft.ts';
import { useDrafts } from '../draft.tsx';
import { DraftConflict } from '../overlays/draft-conflict.tsx';
import type { QueriedNow, QueryMode } from './mode.tsx';
import { QueryMessage, TitleWords } from './parts.tsx';
import './queried.css';

export interface SummaryProps {
  mode: QueryMode;
  now: QueriedNow;
  step: 'students' | 'applicant';
}

export function Summary({ mode, now, step }: SummaryProps) {
  const titleId = useId();
  // Who came here for a field finds it as soon as the step stands.
  useEffect(() => {
    mode.arrive();
  });
  const drafts = useDrafts();
  const { questions, answered, lockOf } = now;
  const open = questions.length - answered.size;
  return (
    <section className="questions" aria-labelledby={titleId}>
      <h2 id={titleId}>
        <QueryIcon />
        <span>
          <FormattedMessage
            id="app.query.title"
            values={{ count: questions.length, answered: answered.size, open }}
          />
        </span>
      </h2>
      <p>
        {open > 0 ? (
          <FormattedMessage id="app.query.help" />
        ) : (
          <FormattedMessage id="app.query.done" values={{ step }} />
        )}
      </p>
      <ol>
        {questions.map(({ query }) => (
          <li key={query.id} data-answered={answered.has(query.id) || undefined}>
            <a
              href={`#${query.field}`}
              onClick={(event) => {
                event.preventDefault();
                lockOf(query.field).reach?.();
              }}
            >
              <TitleWords field={query.field} />
            </a>
            <QueryMessage query={query} />
            <p className="question-mark">
              {answered.has(query.id) ? (
                <>
                  <CheckIcon /> <FormattedMessage id="app.query.answered" />
                </>
              ) : (
                <FormattedMessage id="app.query.unanswered" />
              )}
            </p>
          </li>
        ))}
      </ol>
      {(['students', 'applicant', 'answers'] as const)
        .filter((draft) => draft !== step)
        .map((draft) => (
          <Differing key={draft} draft={drafts[draft]} />
        ))}
    </section>
  );
}

/** The choice where what was written to another step was also written elsewhere; a step asks about its own. */
function Differing({ draft }: { draft: DraftActorRef }) {
  const isOpen = useSelector(draft, ({ context }) => context.theirs !== null);
  const conflict = {
    keepMine: () => draft.send({ type: 'mine.chosen' }),
    takeTheirs: () => draft.send({ type: 'theirs.chosen' }),
  };
  return <DraftConflict conflict={isOpen ? conflict : null} />;
}
