/** What a step's screen tells query mode of its inputs, whichever of the two steps is shown. */
import type { Facts, Issue, Wire } from '../../../domain/check.ts';
import type { StudentWire } from '../../../domain/student.ts';
import type { EmiOption, Institution, Loan, StudentsData } from '../../../domain/wire.ts';

/** True for a field, by its full dotted name, that is meant. */
export type Only = (name: string) => boolean;

/** What the rules must know besides what is typed. */
export interface Circumstances {
  today: Facts['today'];
  loan: Loan;
  /** The plans on offer, where they are known. */
  options: readonly EmiOption[] | null;
}

export interface StepInputs<Typed extends object> {
  /** What the inputs hold where nothing was typed. */
  saved: (loan: Loan, institution: Institution | null) => Typed;
  /** What was kept as a draft, in today's fields; null where it is none. */
  fromDraft: (body: unknown) => Typed | null;
  /** The values as they travel, by full dotted names. */
  wire: (typed: Typed) => Wire;
  /** What breaks a rule, of the fields of `only`. */
  check: (typed: Typed, around: Circumstances, only: Only) => Issue[];
}

export interface StudentInputs<Typed extends object> extends StepInputs<Typed> {
  /** What is to be saved; null where nothing is. */
  changes: (loan: Loan, typed: Typed) => StudentsData | null;
  rows: (typed: Typed) => StudentWire[];
}
