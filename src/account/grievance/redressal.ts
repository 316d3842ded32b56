/** The grievance redressal, which several screens show. */
import { cachedForever, useApiQuery } from '../../data/query.tsx';
import { useServices } from '../services.ts';

export const useGrievanceRedressal = () =>
  useApiQuery(useServices().call, 'readGrievanceRedressal', {}, cachedForever);
