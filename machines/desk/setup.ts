/** Types, guards and actions of one application at the desk. Its actors are placeholders, which the composition root provides. */
import { assign, raise, setup } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import type {
  Application,
  Presence,
  ReviewActs,
  TimelineEntry,
  LenderResult,
} from '../../domain/values/wire.ts';
import {
  type Failure,
  failureOf,
  notFound,
  type OutcomeParams,
  placeholderActor,
  statusOf,
  succeeded,
} from '../outcome.ts';
import {
  actsOf,
  countsOf,
  type Decision,
  isEmpty,
  issuesOf,
  emptyReviewDraft,
  type QueryText,
  refusedQueries,
  type IssueLocation,
  type ReviewDraft,
  type ReviewCounts,
  rebaseReviewDraft,
  type ReviewIssue,
} from './acts.ts';

/** The timeline is null where it could not be read. */
export interface ApplicationWithTimeline {
  application: Application;
  timeline: TimelineEntry[] | null;
}

/** The last failure, until the reviewer has dismissed it. */
export type DeskAlert = Failure;

export interface DeskContext {
  loanId: string;
  application: Application | null;
  timeline: TimelineEntry[] | null;
  /** The newest version that a response of the server has named. */
  latestVersion: number;
  viewers: Presence['viewers'];
  reviewDraft: ReviewDraft;
  issues: readonly ReviewIssue[];
  /** Counts the attempts to preview or send that found issues, so that each moves the focus to the first one. */
  attempt: number;
  /** The counts of the review that was sent last, until its toast has been shown. */
  sentCounts: ReviewCounts | null;
  /** Timeline entries of people and the lender since the application was read; newest last. */
  newEntries: readonly TimelineEntry[];
  alert: DeskAlert | null;
  result: LenderResult | null;
}

export type DeskEvent =
  | { type: 'retry.requested' }
  | { type: 'latest.requested' }
  | { type: 'reviewer.left' }
  | { type: 'reviewer.returned' }
  | { type: 'field.flagged'; field: string; queryText: QueryText }
  | { type: 'flag.removed'; field: string }
  | { type: 'query.decided'; id: string; decision: Decision }
  | { type: 'decision.removed'; id: string }
  | { type: 'preview.requested' }
  | { type: 'preview.closed' }
  | { type: 'review.confirmed' }
  | { type: 'conflict.acknowledged' }
  | { type: 'sentCounts.shown' }
  | { type: 'push.requested' }
  | { type: 'push.confirmed' }
  | { type: 'push.closed' }
  | { type: 'alert.dismissed' };

export interface DeskInput {
  loanId: string;
  /** The unsent review that the tab has stored. */
  reviewDraft: ReviewDraft;
}

const withoutKey = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

/** Returns the issues that remain when a query is edited: all but its own. */
const issuesWithout = (issues: readonly ReviewIssue[], touched: (issue: ReviewIssue) => boolean) =>
  issues.filter((issue) => !touched(issue));

const isAtField =
  (field: string) =>
  ({ location }: ReviewIssue) =>
    location.at === 'flag' && location.field === field;
const isAtQuery =
  (id: string) =>
  ({ location }: ReviewIssue) =>
    location.at === 'query' && location.id === id;

/** Returns whether an issue's query is still part of the review. */
const hasQueryAt = (location: IssueLocation, { flags, decisions }: ReviewDraft) =>
  location.at === 'flag' ? Object.hasOwn(flags, location.field) : decisions[location.id]?.kind === 'askAgain';

const lastEntryIdOf = (timeline: TimelineEntry[] | null) =>
  Math.max(0, ...(timeline ?? []).map(({ id }) => id));

export const deskSetup = setup({
  types: {
    context: {} as DeskContext,
    events: {} as DeskEvent,
    input: {} as DeskInput,
    tags: {} as 'busy',
  },
  actors: {
    readApplication: placeholderActor<Outcome<ApplicationWithTimeline>, { loanId: string }>(),
    reportPresence: placeholderActor<Outcome<Presence>, { loanId: string }>(),
    act: placeholderActor<Outcome<Application>, { loanId: string; acts: ReviewActs }>(),
    push: placeholderActor<Outcome<LenderResult>, { loanId: string; version: number }>(),
  },
  guards: {
    succeeded,
    notFound,
    isConflict: (_, { outcome }: OutcomeParams) => [404, 409].includes(statusOf(outcome) ?? 0),
    queriesWereRefused: ({ context }, { outcome }: OutcomeParams) =>
      outcome.kind === 'refused' && refusedQueries(context.reviewDraft, outcome.errors).length > 0,
    hasReviewDraft: ({ context }) => !isEmpty(context.reviewDraft),
    reviewDraftIsComplete: ({ context }) =>
      context.application !== null &&
      !isEmpty(context.reviewDraft) &&
      issuesOf(context.reviewDraft, context.application).length === 0,
    mayBePushed: ({ context }) => context.application?.can_push === true,
  },
  actions: {
    setApplication: assign(({ context }, { value }: { value: ApplicationWithTimeline }) => {
      const { application, timeline } = value;
      const reviewDraft = rebaseReviewDraft(context.reviewDraft, application);
      return {
        application,
        timeline: timeline ?? context.timeline,
        latestVersion: application.version,
        viewers: application.viewers,
        reviewDraft,
        issues: context.issues.filter(({ location }) => hasQueryAt(location, reviewDraft)),
      };
    }),
    setNewEntries: assign(({ context }, { value }: { value: ApplicationWithTimeline }) => {
      const known = lastEntryIdOf(context.timeline);
      const since = (value.timeline ?? []).filter(({ id }) => context.timeline && id > known);
      return { newEntries: since.filter(({ actor }) => actor !== 'system') };
    }),
    setPresence: assign(({ context }, { outcome }: OutcomeParams<Presence>) =>
      outcome.kind === 'ok'
        ? {
            viewers: outcome.value.viewers,
            latestVersion: Math.max(context.latestVersion, outcome.value.version),
          }
        : {},
    ),
    setSentReview: assign(({ context }, { value }: { value: Application }) => ({
      application: value,
      latestVersion: value.version,
      sentCounts: countsOf(context.reviewDraft),
      reviewDraft: emptyReviewDraft,
      issues: [],
    })),
    setFlag: assign(
      (
        { context: { reviewDraft, issues } },
        { field, queryText }: { field: string; queryText: QueryText },
      ) => ({
        reviewDraft: { ...reviewDraft, flags: { ...reviewDraft.flags, [field]: queryText } },
        issues: issuesWithout(issues, isAtField(field)),
      }),
    ),
    removeFlag: assign(({ context: { reviewDraft, issues } }, { field }: { field: string }) => ({
      reviewDraft: { ...reviewDraft, flags: withoutKey(reviewDraft.flags, field) },
      issues: issuesWithout(issues, isAtField(field)),
    })),
    setDecision: assign(
      ({ context: { reviewDraft, issues } }, { id, decision }: { id: string; decision: Decision }) => ({
        reviewDraft: { ...reviewDraft, decisions: { ...reviewDraft.decisions, [id]: decision } },
        issues: issuesWithout(issues, isAtQuery(id)),
      }),
    ),
    removeDecision: assign(({ context: { reviewDraft, issues } }, { id }: { id: string }) => ({
      reviewDraft: { ...reviewDraft, decisions: withoutKey(reviewDraft.decisions, id) },
      issues: issuesWithout(issues, isAtQuery(id)),
    })),
    setIssues: assign(({ context: { reviewDraft, application, attempt } }) => ({
      issues: application ? issuesOf(reviewDraft, application) : [],
      attempt: attempt + 1,
    })),
    setRefusedIssues: assign(({ context: { reviewDraft, attempt } }, { outcome }: OutcomeParams) => ({
      issues: outcome.kind === 'refused' ? refusedQueries(reviewDraft, outcome.errors) : [],
      attempt: attempt + 1,
    })),
    raiseAlert: assign((_, { outcome }: OutcomeParams) => ({ alert: failureOf(outcome) })),
    clearAlert: assign({ alert: null }),
    setResult: assign((_, { value }: { value: LenderResult }) => ({ result: value })),
    requestLatest: raise({ type: 'latest.requested' }),
  },
  delays: { heartbeat: 20_000 },
});

export const actInputOf = ({ loanId, application, reviewDraft }: DeskContext) => ({
  loanId,
  acts: actsOf(reviewDraft, application?.version ?? 0),
});
