/** The list of banks, for the field of the bank and for the look-up of an IFSC code alike. */
import type { Call } from '../../api/call.ts';
import { apiQuery, fetchQuery, cachedForever } from '../../data/query.tsx';

export const fetchBanks = (call: Call) => fetchQuery(apiQuery(call, 'listBanks', {}, cachedForever));
