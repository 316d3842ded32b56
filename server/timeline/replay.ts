/**
 * Replays the timeline of a loan through the machines of its life: the application's, its queries' and its lender loans'.
 * Where an entry can follow from more than one event, every state that it can lead to is kept.
 */
import { decidingAnswer } from '../../domain/lending/lender-verdicts.ts';
import type { Verdict } from '../../domain/lending/lender.ts';
import { verdictCanChange } from '../../domain/loan/status.ts';
import type { LenderLoanStage, LoanStatus, QueryState } from '../../domain/values/wire.ts';
import { type LoanEvent, nextLoanStatus } from '../../machines/loan.ts';
import { nextQueryState, type QueryEvent } from '../../machines/query.ts';
import { isStageAfter } from '../../machines/servicing/lender-loan.ts';
import type { TimelineRow } from './timeline.ts';

/** The state that the entries so far lead to; `verdicts` by lender, since the application was last submitted. */
type Life = {
  status: LoanStatus;
  verdicts: ReadonlyMap<number, Verdict>;
  /** The lenders to which a consent of Submit was withdrawn since: they count only where they have decided. */
  notAsked: readonly number[];
  /** The answer was about content that has changed since: the entry of the next submission follows at once. */
  isSuperseded: boolean;
};

type Replayed = {
  lives: Life[];
  /** Counts of submissions of the application: all, and those before a submission first went to a lender. */
  submitted: number;
  submittedAtFirst: Map<string, number>;
  queries: Map<string, QueryState>;
  stages: Map<number, LenderLoanStage>;
};

/** The lenders whose answers decide on the loan, and whether they are several (decision 57). */
export type ReplayedLenders = { own: readonly number[]; areSeveral: boolean };

/** @returns the first entry that no event explains; undefined where each is explained */
export function firstUnexplained(
  entries: readonly TimelineRow[],
  lenders: ReplayedLenders,
): TimelineRow | undefined {
  const replayed: Replayed = {
    lives: [{ status: 'draft', verdicts: new Map(), notAsked: [], isSuperseded: false }],
    submitted: 0,
    submittedAtFirst: new Map(),
    queries: new Map(),
    stages: new Map(),
  };
  return entries.find((entry) => !isExplained(replayed, entry, lenders));
}

function isExplained(replayed: Replayed, entry: TimelineRow, lenders: ReplayedLenders): boolean {
  if (entry.act === 'servicing.stage') return isStageExplained(replayed, entry);
  if (entry.act.startsWith('query.')) return isQueryExplained(replayed, entry);
  if (entry.act === 'offer.accepted' || entry.act === 'offer.declined') {
    const stage = replayed.stages.get(lenderOf(entry));
    if (stage === undefined || (stage === 'offered' && entry.act === 'offer.declined')) return false;
    return stage === 'accepted' || isStageAfter(stage, 'accepted');
  }
  const mayBeSuperseded = countSubmission(replayed, entry);
  const lives = replayed.lives.flatMap((life) => livesAfter(life, entry, { ...lenders, mayBeSuperseded }));
  replayed.lives = withoutRepeats(lives);
  return lives.length > 0;
}

/** @returns whether the application was submitted since the lender first got what the entry is about */
function countSubmission(replayed: Replayed, { act, details }: TimelineRow): boolean {
  if (act === 'application.submitted') replayed.submitted += 1;
  const key = `${details.lender_id} ${details.submission}`;
  const first = replayed.submittedAtFirst.get(key) ?? replayed.submitted;
  if (act === 'lender.asked') replayed.submittedAtFirst.set(key, first);
  return first < replayed.submitted;
}

const lenderOf = ({ details }: TimelineRow): number => Number(details.lender_id);

function withoutRepeats(lives: readonly Life[]): Life[] {
  const keyOf = ({ status, verdicts, notAsked, isSuperseded }: Life) =>
    JSON.stringify([status, [...verdicts].toSorted(), notAsked, isSuperseded]);
  return [...new Map(lives.map((life) => [keyOf(life), life])).values()];
}

type Replaying = ReplayedLenders & { mayBeSuperseded: boolean };

/** The lives after an entry; none where it is not possible. */
function livesAfter(life: Life, entry: TimelineRow, lenders: Replaying): Life[] {
  if (life.isSuperseded) return entry.act === 'lender.asked' ? [{ ...life, isSuperseded: false }] : [];
  switch (entry.act) {
    case 'application.submitted':
      return [
        ...after(life, { type: 'application.submitted' }),
        ...after(life, { type: 'queries.answered' }),
      ].map((next) => ({ ...next, verdicts: new Map(), notAsked: [] }));
    case 'lender.asked':
      return livesAfterPush(life, entry, lenders);
    case 'lender.answered':
      return livesAfterAnswer(life, entry, lenders);
    case 'lender.failed':
      return livesWithoutAnswer(life, entry, 'lender.failed', lenders);
    case 'lender.silent':
      return livesWithoutAnswer(life, entry, 'lender.silent', lenders);
    case 'consent.withdrawn':
      return livesAfterWithdrawal(life, entry);
    case 'consent.given':
      return [{ ...life, notAsked: life.notAsked.filter((id) => id !== lenderOf(entry)) }];
    default:
      return [life];
  }
}

function after(life: Life, event: LoanEvent): Life[] {
  const status = nextLoanStatus(life.status, event);
  return status === null ? [] : [{ ...life, status }];
}

const isOther = (entry: TimelineRow, { own }: ReplayedLenders) => !own.includes(lenderOf(entry));

/** A push begins, or goes on; one to another lender changes nothing. */
function livesAfterPush(life: Life, entry: TimelineRow, lenders: ReplayedLenders): Life[] {
  if (isOther(entry, lenders)) return [life];
  const isUnderWay = life.status === 'with_lender' || (lenders.areSeveral && life.status !== 'draft');
  return [...after(life, { type: 'push.started' }), ...(isUnderWay ? [life] : [])];
}

/** The verdict decides, alone or with those of the other lenders; or it is about content that has changed since. */
function livesAfterAnswer(life: Life, entry: TimelineRow, lenders: Replaying): Life[] {
  if (isOther(entry, lenders)) return [life];
  const verdict = entry.after as Verdict;
  if (life.notAsked.includes(lenderOf(entry)) && verdictCanChange(verdict))
    return livesWithoutAnswer(life, entry, 'lender.silent', lenders);
  const verdicts = new Map(life.verdicts).set(lenderOf(entry), verdict);
  const isSuperseded = lenders.mayBeSuperseded && life.status !== 'submitted';
  const superseded = isSuperseded ? [{ ...life, isSuperseded: true }] : [];
  if (!lenders.areSeveral)
    return [...after({ ...life, verdicts }, { type: `lender.answered.${verdict}` }), ...superseded];
  const counted = lenders.own.filter((id) => verdicts.has(id) || !life.notAsked.includes(id));
  const answers = counted.map((lenderId) => ({
    lenderId,
    result: verdicts.has(lenderId) ? { status: verdicts.get(lenderId)?.toUpperCase() ?? null } : null,
  }));
  const decided = decidingAnswer(answers);
  const kept = { ...life, verdicts };
  if (!decided) return [kept, ...superseded];
  const deciding = verdicts.get(decided.lenderId) ?? verdict;
  const isKept = life.status === 'approved' || life.status === deciding;
  return [...(isKept ? [kept] : []), ...after(kept, { type: `lender.answered.${deciding}` }), ...superseded];
}

/** Another lender may be asked at that moment, or may have answered; then the status stays. */
function livesWithoutAnswer(
  life: Life,
  entry: TimelineRow,
  type: 'lender.failed' | 'lender.silent',
  lenders: ReplayedLenders,
): Life[] {
  if (entry.details.abandoned === true) return after(life, { type: 'push.abandoned' });
  if (isOther(entry, lenders)) return [life];
  const mayStay = lenders.areSeveral && life.status !== 'draft';
  return [...after(life, { type }), ...(mayStay ? [life] : [])];
}

/** The others decide, or the application waits for them or for the next Submit; a lender that has decided stays. */
function livesAfterWithdrawal(life: Life, entry: TimelineRow): Life[] {
  const lender = lenderOf(entry);
  const verdicts = [...life.verdicts].filter(([id, verdict]) => id !== lender || !verdictCanChange(verdict));
  const next = { ...life, verdicts: new Map(verdicts), notAsked: [...life.notAsked, lender] };
  if (entry.after === null) return [next];
  const waiting = after(next, { type: 'consent.withdrawn' });
  const asked = [next, ...waiting].flatMap((one) => after(one, { type: 'push.started' }));
  const answered = { type: `lender.answered.${entry.after as Verdict}` } as const;
  const decided = [next, ...asked].flatMap((one) => after(one, answered));
  return [...waiting, ...asked, ...decided].filter(({ status }) => status === entry.after);
}

function isStageExplained({ stages }: Replayed, entry: TimelineRow): boolean {
  const lenderId = lenderOf(entry);
  const before = stages.get(lenderId) ?? null;
  const stage = entry.after as LenderLoanStage;
  stages.set(lenderId, stage);
  if ((entry.before ?? null) !== before) return false;
  return before === null ? stage === 'offered' : isStageAfter(before, stage);
}

const queryEvents: Partial<Record<TimelineRow['act'], QueryEvent>> = {
  'query.answered': { type: 'query.answered' },
  'query.accepted': { type: 'query.accepted' },
  'query.withdrawn': { type: 'query.withdrawn' },
};

function isQueryExplained({ queries }: Replayed, { act, details }: TimelineRow): boolean {
  const id = String(details.query);
  const change = (query: string, event: QueryEvent): boolean => {
    const state = queries.get(query);
    const next = state === undefined ? null : nextQueryState(state, event);
    if (next !== null) queries.set(query, next);
    return next !== null;
  };
  const event = queryEvents[act];
  if (event) return change(id, event);
  const isNew = !queries.has(id);
  queries.set(id, 'raised');
  if (act === 'query.asked_again')
    return isNew && change(String(details.follows), { type: 'query.askedAgain' });
  return isNew;
}
