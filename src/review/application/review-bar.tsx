/** A bar that stays visible, with the number of decisions and the next step. Missing ones are listed at the top. */
import { useIntl } from 'react-intl';
import { openQueries } from '../../../domain/loan/lock.ts';
import {
  countsOf,
  isEmpty,
  returnsToApplicant,
  undecidedQueries,
  type ReviewDraft,
  type ReviewCounts,
} from '../../../machines/desk/acts.ts';
import { Button, StickyBar } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Key } from '../key.tsx';
import { fieldTitle } from '../values.tsx';
import { useApplication, useDesk, useDeskState } from './actor.tsx';
import { NextLink } from './next-link.tsx';
import { queryControlId, IssueMessage } from './query-fields.tsx';
import { countMessages } from '../message-ids.ts';
import { t } from '../../i18n/i18n.tsx';
import './review-bar.css';

/** Says what the button waits for. */
const hintId = 'review-bar-hint';

export function ReviewBar() {
  const desk = useDesk();
  const { loan, can_ask, can_push, stage } = useApplication();
  const isAnswered = stage === 'answered';
  const reviewDraft = useDeskState(({ context }) => context.reviewDraft);
  const draftIsEmpty = isEmpty(reviewDraft);
  const isDone = draftIsEmpty && stage === 'sent_back';
  if (draftIsEmpty && !can_ask && !can_push) return null;
  return (
    <StickyBar>
      <div className="review-bar">
        <p className="review-bar-summary" role="status">
          {draftIsEmpty ? (
            can_ask && (
              <span className="review-bar-hint text-muted" id={hintId}>
                {isDone
                  ? t('review.bar.sentBack', { count: openQueries(loan).length })
                  : t(isAnswered ? 'review.bar.undecided' : 'review.bar.nothing')}
              </span>
            )
          ) : (
            <ReviewDraftSummary reviewDraft={reviewDraft} />
          )}
        </p>
        <div className="review-bar-buttons cluster">
          {can_push && draftIsEmpty && (
            <Button
              kind={isAnswered ? 'secondary' : 'primary'}
              onPress={() => desk.send({ type: 'push.requested' })}
            >
              {t('review.push')}
            </Button>
          )}
          {isDone && <NextLink />}
          {(can_ask || !draftIsEmpty) && !isDone && (
            <Button
              kind={draftIsEmpty ? 'secondary' : 'primary'}
              unavailable={draftIsEmpty}
              describedBy={draftIsEmpty ? hintId : undefined}
              onPress={() => !draftIsEmpty && desk.send({ type: 'preview.requested' })}
            >
              {t(
                draftIsEmpty || returnsToApplicant(reviewDraft) ? 'review.bar.preview' : 'review.bar.accept',
              )}
              <Key name="S" />
            </Button>
          )}
        </div>
      </div>
    </StickyBar>
  );
}

/** '1 flag, 2 accepted, 1 not decided'. */
export function ReviewDraftSummary({ reviewDraft }: { reviewDraft: ReviewDraft }) {
  const intl = useIntl();
  const counts = countsOf(reviewDraft);
  const undecided = undecidedQueries(useApplication(), reviewDraft).length;
  const parts = (Object.keys(counts) as (keyof ReviewCounts)[])
    .filter((name) => counts[name] > 0)
    .map((name) => intl.formatMessage({ id: countMessages[name] }, { count: counts[name] }));
  if (undecided > 0) parts.push(intl.formatMessage({ id: 'review.bar.left' }, { count: undecided }));
  return intl.formatList(parts, { type: 'unit' });
}

/** Lists the issues that keep the review from being sent, each with its field. */
export function ReviewIssues() {
  const intl = useIntl();
  const { loan } = useApplication();
  const issues = useDeskState(({ context }) => context.issues);
  const attempt = useDeskState(({ context }) => context.attempt);
  if (issues.length === 0) return null;
  const fieldOf = (location: (typeof issues)[number]['location']) =>
    location.at === 'flag'
      ? location.field
      : (loan.queries.find(({ id }) => id === location.id)?.field ?? '');
  return (
    <ErrorSummary
      attempt={attempt}
      title={t('app.errors.title', { count: issues.length })}
      items={issues.map((issue) => ({
        id: queryControlId(issue.location, issue.part),
        message: (
          <span>
            {fieldTitle(intl, fieldOf(issue.location), loan)}: <IssueMessage issue={issue} />
          </span>
        ),
      }))}
    />
  );
}
