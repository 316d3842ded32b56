/**
 * What the desk knows of one application and what can happen to it. Its actors are placeholders, which the
 * composition root provides.
 */
import { assign, raise, setup } from 'xstate';
import type { Outcome } from '../../domain/outcome.ts';
import type { Application, Presence, ReviewActs, TimelineEntry } from '../../domain/review-wire.ts';
import type { LenderResult } from '../../domain/wire.ts';
import {
  type Failure,
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
  isNothing,
  issuesOf,
  noWork,
  type Question,
  refusedQuestions,
  type Spot,
  type Work,
  type WorkCounts,
  workFor,
  type WorkIssue,
} from './acts.ts';

/** An application as it was read; the timeline is null where it could not be. */
export interface Read {
  application: Application;
  timeline: TimelineEntry[] | null;
}

/** The last thing that the reviewer must be told. */
export type DeskAlert = Failure;

export interface DeskContext {
  loanId: string;
  application: Application | null;
  timeline: TimelineEntry[] | null;
  /** The version that the server had when it was last asked. */
  latestVersion: number;
  viewers: Presence['viewers'];
  work: Work;
  issues: readonly WorkIssue[];
  /** Counts the presses that found something missing, so that each takes the focus to it. */
  round: number;
  /** What was last sent, until the reviewer has been told. */
  sent: WorkCounts | null;
  /** What people and the lender did since the application was read; newest last. */
  news: readonly TimelineEntry[];
  alert: DeskAlert | null;
  result: LenderResult | null;
}

export type DeskEvent =
  | { type: 'retry.requested' }
  | { type: 'latest.requested' }
  | { type: 'reviewer.left' }
  | { type: 'reviewer.returned' }
  | { type: 'field.flagged'; field: string; question: Question }
  | { type: 'flag.removed'; field: string }
  | { type: 'query.decided'; id: string; decision: Decision }
  | { type: 'decision.takenBack'; id: string }
  | { type: 'preview.requested' }
  | { type: 'preview.closed' }
  | { type: 'acts.confirmed' }
  | { type: 'news.seen' }
  | { type: 'sent.told' }
  | { type: 'push.requested' }
  | { type: 'push.confirmed' }
  | { type: 'push.closed' }
  | { type: 'alert.dismissed' };

export interface DeskInput {
  loanId: string;
  /** What the tab kept of unsent work. */
  work: Work;
}

const withoutKey = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

/** Issues stay until their question is touched. */
const issuesWithout = (issues: readonly WorkIssue[], touched: (issue: WorkIssue) => boolean) =>
  issues.filter((issue) => !touched(issue));

const atField =
  (field: string) =>
  ({ spot }: WorkIssue) =>
    spot.at === 'flag' && spot.field === field;
const atQuery =
  (id: string) =>
  ({ spot }: WorkIssue) =>
    spot.at === 'query' && spot.id === id;

/** Whether there is a question where an issue stands. */
const isAsked = (spot: Spot, { flags, decisions }: Work) =>
  spot.at === 'flag' ? Object.hasOwn(flags, spot.field) : decisions[spot.id]?.kind === 'askAgain';

const lastOf = (timeline: TimelineEntry[] | null) => Math.max(0, ...(timeline ?? []).map(({ id }) => id));

export const deskSetup = setup({
  types: {
    context: {} as DeskContext,
    events: {} as DeskEvent,
    input: {} as DeskInput,
    tags: {} as 'busy',
  },
  actors: {
    readApplication: placeholderActor<Outcome<Read>, { loanId: string }>(),
    keepPresence: placeholderActor<Outcome<Presence>, { loanId: string }>(),
    act: placeholderActor<Outcome<Application>, { loanId: string; acts: ReviewActs }>(),
    push: placeholderActor<Outcome<LenderResult>, { loanId: string; version: number }>(),
  },
  guards: {
    succeeded,
    notFound,
    somebodyChangedIt: (_, { outcome }: OutcomeParams) => [404, 409].includes(statusOf(outcome) ?? 0),
    questionsWereRefused: ({ context }, { outcome }: OutcomeParams) =>
      outcome.kind === 'refused' && refusedQuestions(context.work, outcome.errors).length > 0,
    thereIsWork: ({ context }) => !isNothing(context.work),
    workIsComplete: ({ context }) =>
      context.application !== null &&
      !isNothing(context.work) &&
      issuesOf(context.work, context.application).length === 0,
    mayBePushed: ({ context }) => context.application?.can_push === true,
  },
  actions: {
    takeRead: assign(({ context }, { outcome }: OutcomeParams<Read>) => {
      if (outcome.kind !== 'decided') return {};
      const { application, timeline } = outcome.value;
      const work = workFor(context.work, application);
      return {
        application,
        timeline: timeline ?? context.timeline,
        latestVersion: application.version,
        viewers: application.viewers,
        work,
        issues: context.issues.filter(({ spot }) => isAsked(spot, work)),
      };
    }),
    noteNews: assign(({ context }, { outcome }: OutcomeParams<Read>) => {
      if (outcome.kind !== 'decided') return {};
      const known = lastOf(context.timeline);
      const since = (outcome.value.timeline ?? []).filter(({ id }) => context.timeline && id > known);
      return { news: since.filter(({ actor }) => actor !== 'system') };
    }),
    takePresence: assign(({ context }, { outcome }: OutcomeParams<Presence>) =>
      outcome.kind === 'decided'
        ? {
            viewers: outcome.value.viewers,
            latestVersion: Math.max(context.latestVersion, outcome.value.version),
          }
        : {},
    ),
    takeActed: assign(({ context }, { outcome }: OutcomeParams<Application>) =>
      outcome.kind === 'decided'
        ? {
            application: outcome.value,
            latestVersion: outcome.value.version,
            sent: countsOf(context.work),
            work: noWork,
            issues: [],
          }
        : {},
    ),
    flag: assign(
      ({ context: { work, issues } }, { field, question }: { field: string; question: Question }) => ({
        work: { ...work, flags: { ...work.flags, [field]: question } },
        issues: issuesWithout(issues, atField(field)),
      }),
    ),
    unflag: assign(({ context: { work, issues } }, { field }: { field: string }) => ({
      work: { ...work, flags: withoutKey(work.flags, field) },
      issues: issuesWithout(issues, atField(field)),
    })),
    decide: assign(({ context: { work, issues } }, { id, decision }: { id: string; decision: Decision }) => ({
      work: { ...work, decisions: { ...work.decisions, [id]: decision } },
      issues: issuesWithout(issues, atQuery(id)),
    })),
    undecide: assign(({ context: { work, issues } }, { id }: { id: string }) => ({
      work: { ...work, decisions: withoutKey(work.decisions, id) },
      issues: issuesWithout(issues, atQuery(id)),
    })),
    showIssues: assign(({ context: { work, application, round } }) => ({
      issues: application ? issuesOf(work, application) : [],
      round: round + 1,
    })),
    showRefusedQuestions: assign(({ context: { work, round } }, { outcome }: OutcomeParams) => ({
      issues: outcome.kind === 'refused' ? refusedQuestions(work, outcome.errors) : [],
      round: round + 1,
    })),
    alertTo: assign((_, { outcome }: OutcomeParams) =>
      outcome.kind === 'decided' ? {} : { alert: outcome },
    ),
    clearAlert: assign({ alert: null }),
    rememberResult: assign((_, { outcome }: OutcomeParams<LenderResult>) =>
      outcome.kind === 'decided' ? { result: outcome.value } : {},
    ),
    askForTheLatest: raise({ type: 'latest.requested' }),
  },
  delays: { presence: 20_000 },
});

/** The act that is sent for what was decided. */
export const actOf = ({ loanId, application, work }: DeskContext) => ({
  loanId,
  acts: actsOf(work, application?.version ?? 0),
});
