/** Kept in sight: how much is decided, and the way on. On top of the page it says what is missing. */
import { FormattedMessage, useIntl } from 'react-intl';
import { countsOf, isNothing, sendsBack, type Work, type WorkCounts } from '../../../machines/desk/acts.ts';
import { Button, StickyBar } from '../../ui/Button.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { fieldTitle } from '../values.tsx';
import { useApplication, useDesk, useDeskState } from './actor.tsx';
import { controlId, IssueMessage } from './query-fields.tsx';
import { countMessages } from '../message-ids.ts';
import './bar.css';

export function ReviewBar() {
  const desk = useDesk();
  const { can_ask, can_push, stage } = useApplication();
  const isAnswered = stage === 'answered';
  const work = useDeskState(({ context }) => context.work);
  const isEmpty = isNothing(work);
  if (isEmpty && !can_ask && !can_push) return null;
  return (
    <StickyBar>
      <div className="work-bar">
        <p className="work-words" role="status">
          {isEmpty ? (
            can_ask && (
              <span className="work-hint soft">
                <FormattedMessage id={isAnswered ? 'review.bar.undecided' : 'review.bar.nothing'} />
              </span>
            )
          ) : (
            <ReviewCountsText work={work} />
          )}
        </p>
        <div className="work-buttons">
          {can_push && isEmpty && (
            <Button onPress={() => desk.send({ type: 'push.requested' })}>
              <FormattedMessage id="review.push" />
            </Button>
          )}
          {!isEmpty && (
            <Button kind="primary" onPress={() => desk.send({ type: 'preview.requested' })}>
              <FormattedMessage id={sendsBack(work) ? 'review.bar.preview' : 'review.bar.accept'} />
            </Button>
          )}
        </div>
      </div>
    </StickyBar>
  );
}

/** '2 flags, accept 1, ask again for 1'. */
export function ReviewCountsText({ work }: { work: Work }) {
  const intl = useIntl();
  const counts = countsOf(work);
  const parts = (Object.keys(counts) as (keyof WorkCounts)[])
    .filter((name) => counts[name] > 0)
    .map((name) => intl.formatMessage({ id: countMessages[name] }, { count: counts[name] }));
  return intl.formatList(parts, { type: 'unit' });
}

/** What keeps the work from being sent, each with its field. */
export function ReviewIssues() {
  const intl = useIntl();
  const { loan } = useApplication();
  const issues = useDeskState(({ context }) => context.issues);
  const round = useDeskState(({ context }) => context.round);
  if (issues.length === 0) return null;
  const fieldOf = (spot: (typeof issues)[number]['spot']) =>
    spot.at === 'flag' ? spot.field : (loan.queries.find(({ id }) => id === spot.id)?.field ?? '');
  return (
    <ErrorSummary
      round={round}
      title={<FormattedMessage id="app.errors.title" values={{ count: issues.length }} />}
      items={issues.map((issue) => ({
        id: controlId(issue.spot, issue.part),
        message: (
          <span>
            {fieldTitle(intl, fieldOf(issue.spot), loan)}: <IssueMessage issue={issue} />
          </span>
        ),
      }))}
    />
  );
}
