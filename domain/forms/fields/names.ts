/**
 * Full field names: what errors, locks, queries and drafts call a field. Section 3's dotted names, and for a
 * student's field `el_details.students.ID.FIELD`. They are made and parsed here alone.
 */

const studentPattern = /^el_details\.students\.([^.]+)\.([^.]+)$/;

/** `el_details.students.ID` */
export const studentName = (id: string) => `el_details.students.${id}` as const;

/** `el_details.students.ID.FIELD` */
export const studentFieldName = <const Name extends string>(id: string, field: Name) =>
  `el_details.students.${id}.${field}` as const;

/** Returns the name of a field of any student. */
export const anyStudentField = (field: string): string => studentFieldName('*', field);

/** Returns a student's id and field, from a full name; null where it is no student's field. */
export function parseStudentFieldName(name: string): { id: string; field: string } | null {
  const [, id, field] = studentPattern.exec(name) ?? [];
  return id && field ? { id, field } : null;
}

/** `documents.TYPE` */
export const documentFieldName = <const Type extends string>(type: Type) => `documents.${type}` as const;
