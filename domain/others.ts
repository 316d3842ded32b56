/** The institution 'Others', which stands for every school that is not on the list (decision 14). */
import { limits } from './limits.ts';

export const isOthers = (institutionName: string): boolean => institutionName === 'Others';

/** Whether the school that is meant has its name in a field of its own. */
export const isUnlisted = (id: unknown, name: unknown): boolean =>
  id === limits.typeOfInstituteFor && isOthers(String(name));
