/** A lender's own figures beside ours: an offer that differs is not shown to a parent. */
import { exact, subtract } from '../values/money.ts';
import { figuresOf } from './figures.ts';
import { type ScheduleRow, scheduleOf } from './schedule.ts';
import type { LoanTerms } from './terms.ts';

/** A schedule as a lender states it. */
export type StatedRow = Omit<ScheduleRow, 'charges'>;

/** Amounts are paise in digits, the APR percent text, dates ISO; a missing value is an empty text. */
export type TermsDifference = {
  /** 'apr', 'instalment', 'schedule.length', or a value of a row: 'schedule.3.interest'. */
  member: string;
  ours: string;
  stated: string;
};

/** The tolerance in hundredths of a percent: lenders state an APR with two decimals, rounded in different ways. */
const aprToleranceHundredths = 1n;

const rowMembers = [
  'number',
  'dueOn',
  'outstanding',
  'principal',
  'interest',
  'instalment',
] as const satisfies readonly (keyof StatedRow)[];

/**
 * Returns the differences from the lender's terms: an APR that differs by more than 0.01 points, or an instalment or a
 * value of the schedule that is not equal to the paisa and the day.
 * @throws RangeError for terms with problems, see `termsProblems`.
 */
export function compareTerms(terms: LoanTerms, stated?: readonly StatedRow[]): TermsDifference[] {
  const { apr, instalment } = figuresOf(terms);
  return [
    ...(isNear(apr, terms.apr) ? [] : [{ member: 'apr', ours: apr, stated: terms.apr }]),
    ...differenceOf('instalment', instalment, terms.instalment),
    ...(stated ? compareSchedules(scheduleOf(terms), stated) : []),
  ];
}

function compareSchedules(ours: readonly StatedRow[], stated: readonly StatedRow[]): TermsDifference[] {
  const rows = ours.flatMap((row, index) =>
    rowMembers.flatMap((member) =>
      differenceOf(`schedule.${row.number}.${member}`, row[member], stated[index]?.[member] ?? ''),
    ),
  );
  return [...differenceOf('schedule.length', ours.length, stated.length), ...rows];
}

const differenceOf = (member: string, ours: string | number, stated: string | number): TermsDifference[] =>
  ours === stated ? [] : [{ member, ours: String(ours), stated: String(stated) }];

function isNear(ours: string, stated: string): boolean {
  const { n, d } = subtract(exact(ours), exact(stated));
  return (n < 0n ? -n : n) * 100n <= aprToleranceHundredths * d;
}
