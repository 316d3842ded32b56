/** Reads the plans for institutions that have agreed none of their own. */
import { limits } from '../../../domain/values/limits.ts';
import { isOthers } from '../../../domain/lending/emi.ts';
import type { Outcome } from '../../../domain/values/outcome.ts';
import type { EmiOption, Institution } from '../../../domain/values/wire.ts';
import type { Call } from '../../api/call.ts';
import { readInstitution } from '../institutions/read-institution.ts';

export interface GeneralPlans {
  institution: Institution;
  options: EmiOption[];
}

/** @returns null where this installation has none */
export async function readGeneralPlans(
  call: Call,
  signal: AbortSignal,
): Promise<Outcome<GeneralPlans | null>> {
  const others = await readInstitution(call, String(limits.typeOfInstituteFor), signal);
  if (others.kind !== 'ok') return others;
  const { institution, courses: [course] = [] } = others.value ?? {};
  if (!institution || !isOthers(institution.name) || !course) return { kind: 'ok', value: null };
  const options = await call('listEmiOptions', { path: { id: course.id } }, { signal });
  return options.kind === 'ok' ? { kind: 'ok', value: { institution, options: options.value } } : options;
}
