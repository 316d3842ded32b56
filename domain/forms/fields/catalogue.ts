/** The catalogue of all fields that are asked about a loan, by their full names, in the order of the screens. */
import { consumerAppFields } from './consumer.ts';
import { loanFields } from './loan.ts';
import { stepOfField, steps } from '../../pages/steps.ts';
import { anyStudentField, parseStudentFieldName, studentFieldName } from './names.ts';
import type { FieldDescription } from './row.ts';
import { type SectionId, sections } from './sections.ts';
import { studentFields } from './student.ts';

export { type FieldDescription, type FieldKind, type FieldRow } from './row.ts';
export { type SectionId, sections } from './sections.ts';
export * from './names.ts';

const rows = new Map<string, FieldDescription>(
  [
    ...Object.entries<FieldDescription>(studentFields).map(
      ([name, row]) => [anyStudentField(name), row] as const,
    ),
    ...Object.entries<FieldDescription>(consumerAppFields),
    ...Object.entries<FieldDescription>(loanFields),
  ].sort(([, a], [, b]) => placeOf(a.section) - placeOf(b.section)),
);

function placeOf(section: SectionId): number {
  return Object.keys(sections).indexOf(section);
}

/** The full names of all fields; students' fields have `*` in place of the id. */
export const fieldNames: readonly string[] = [...rows.keys()];

/** Returns a full name with `*` in place of a student's id. */
function patternOf(name: string): string {
  const student = parseStudentFieldName(name);
  return student ? anyStudentField(student.field) : name;
}

/** Returns the row of a field by its full name; undefined where the catalogue has none. */
export const rowOf = (name: string): FieldDescription | undefined => rows.get(patternOf(name));

/** Returns a field's index among all fields; those that the catalogue does not have come last. */
export function fieldPosition(name: string): number {
  const position = fieldNames.indexOf(patternOf(name));
  return position < 0 ? fieldNames.length : position;
}

/** Returns a field's label, as a message id; the title of its step where the catalogue does not have the field. */
export const labelOf = (name: string): string => rowOf(name)?.label ?? steps[stepOfField(name)].title;

/** Returns the field whose value is displayed for this one, by its full name. */
export function displayedField(name: string): string {
  const displayedField = rowOf(name)?.displayedField;
  if (displayedField === undefined) return name;
  const student = parseStudentFieldName(name);
  return student ? studentFieldName(student.id, displayedField) : displayedField;
}

const labels = fieldNames.map((name) => rows.get(name)).filter((row) => row && !row.derived);

/** Returns whether another section has a field with the same label; the three addresses do. */
export const isLabelShared = (row: FieldDescription): boolean =>
  labels.some((other) => other?.label === row.label && other.section !== row.section);

const dependantsByName = new Map<string, string[]>();
for (const [name, { dependsOn = [] }] of rows) {
  for (const parent of dependsOn) {
    const isOwn =
      name === anyStudentField(parseStudentFieldName(name)?.field ?? '') && parent in studentFields;
    const full = isOwn ? anyStudentField(parent) : parent;
    dependantsByName.set(full, [...(dependantsByName.get(full) ?? []), name]);
  }
}

/** A field → the fields that depend on it directly; `*` is any student. */
export const dependants: ReadonlyMap<string, readonly string[]> = dependantsByName;

/** Everything that depends on a pattern, at any distance. */
const allDependants = (pattern: string): string[] =>
  (dependants.get(pattern) ?? []).flatMap((next) => [next, ...allDependants(next)]);

/** Returns whether a field depends on another one, directly or not; fields of students, only within one student. */
export function dependsOn(name: string, other: string): boolean {
  const [child, parent] = [parseStudentFieldName(name), parseStudentFieldName(other)];
  const isSameStudent = !child || !parent || child.id === parent.id;
  return isSameStudent && allDependants(patternOf(other)).includes(patternOf(name));
}
