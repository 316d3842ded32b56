/** The grievance redressal, which several screens show. */
import { cachedForever, useApiQuery } from '../../data/query.tsx';

export const useGrievanceRedressal = () => useApiQuery('readGrievanceRedressal', {}, cachedForever);
