/** What was typed before query mode of fields that are locked in it is not taken over. */
import type { Only } from './inputs.ts';

type Step = 'students' | 'applicant';

/** `saved` with the values of `typed` in the fields of `only`; of a list of students, the saved cards. */
export const limitedTo = <Typed extends object>(step: Step, saved: Typed, typed: Typed, only: Only): Typed =>
  taken(saved, typed, step === 'students' ? studentsStep(only) : { only, before: '' }) as Typed;

interface Names {
  only: Only;
  /** What stands before the names of an object's members. */
  before: string;
  /** The full names of members that are told by another one. */
  called?: Readonly<Record<string, string>>;
}

/** The institution is kept as a whole, under the name of the input that asks for it. */
const studentsStep = (only: Only): Names => ({
  only,
  before: 'el_details.',
  called: { institution: 'el_details.institution_id' },
});

function taken(saved: unknown, typed: unknown, names: Names): unknown {
  const { only, before, called } = names;
  if (Array.isArray(saved))
    return saved.map((row: Row) => taken(row, sameRow(row, typed), { only, before: `${before}${row.id}.` }));
  const own = typed as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(saved as object).map(([name, value]: [string, unknown]) => {
      const full = called?.[name] ?? before + name;
      const isWhole = called?.[name] !== undefined || typeof value !== 'object' || value === null;
      if (isWhole) return [name, only(full) ? own[name] : value];
      return [name, taken(value, own[name], { only, before: `${full}.` })];
    }),
  );
}

type Row = { id: string };

const sameRow = (row: Row, typed: unknown): Row => (typed as Row[]).find(({ id }) => id === row.id) ?? row;
