/** The grievance redressal, which several screens show. */
import { kept, useApiQuery } from '../../data/query.ts';
import { useServices } from '../services.ts';

export const useGrievanceRedressal = () =>
  useApiQuery(useServices().call, 'readGrievanceRedressal', {}, kept);
