/** The order in which the screens show fields: for queries, differences and lists of them. */
import { fieldPosition, parseStudentFieldName } from '../forms/fields/catalogue.ts';
import { formSteps, stepOfField } from '../pages/steps.ts';
import type { Loan } from '../values/wire.ts';

/**
 * Sorts by fields, by their full names: the institution and its receipt, card by card, then the applicant's page.
 * Names that the catalogue does not have come last on their step.
 */
export function inScreenOrder<T>(
  items: readonly T[],
  fieldOf: (item: T) => string,
  { el_details }: Pick<Loan, 'el_details'>,
): T[] {
  const ids = el_details.students.map(({ id }) => id);
  return items
    .map((item) => ({ item, place: placeOf(fieldOf(item), ids) }))
    .sort((a, b) => compare(a.place, b.place))
    .map(({ item }) => item);
}

/** Step, student's card (0 outside of cards) and position on it; a deleted student's card is the last. */
function placeOf(field: string, studentIds: readonly string[]): readonly number[] {
  const student = parseStudentFieldName(field);
  const index = student ? studentIds.indexOf(student.id) : -1;
  const card = student ? (index < 0 ? studentIds.length : index) + 1 : 0;
  return [formSteps.indexOf(stepOfField(field)), card, fieldPosition(field)];
}

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((number, index) => number - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
