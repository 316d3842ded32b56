/** Reads an institution with its courses. */
import type { Outcome } from '../../../domain/values/outcome.ts';
import type { Course, Institution } from '../../../domain/values/wire.ts';
import type { Call } from '../../api/call.ts';

export interface InstitutionDetails {
  institution: Institution;
  courses: Course[];
}

/** @returns null if the institution does not exist: an address may contain any id */
export async function readInstitution(
  call: Call,
  id: string,
  signal: AbortSignal,
): Promise<Outcome<InstitutionDetails | null>> {
  const path = { id: Number(id) };
  if (!Number.isSafeInteger(path.id)) return { kind: 'ok', value: null };
  const [institution, courses] = await Promise.all([
    call('getInstitute', { path }, { signal }),
    call('listCourses', { path }, { signal }),
  ]);
  if (institution.kind === 'refused' && [400, 404].includes(institution.status))
    return { kind: 'ok', value: null };
  if (institution.kind !== 'ok') return institution;
  if (courses.kind !== 'ok') return courses;
  return { kind: 'ok', value: { institution: institution.value, courses: courses.value } };
}
