/** Who deals with grievances, in how many days, and who decides after that: the same for everybody. */
import type { GrievanceRedressal } from '../../../domain/values/wire.ts';
import type { Resource } from '../../hooks/resource.ts';
import { useResource } from '../../hooks/resource.ts';
import { useServices } from '../services.ts';

export function useGrievanceRedressal(): Resource<GrievanceRedressal> & { retry: () => void } {
  const { call } = useServices();
  return useResource('grievance redressal', (signal) => call('readGrievanceRedressal', {}, { signal }));
}
