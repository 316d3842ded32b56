/** The list of banks, for the field of the bank and for the look-up of an IFSC code alike. */
import type { Call } from '../../api/call.ts';

export const banksResource = (call: Call) => ({
  key: 'banks',
  load: (signal: AbortSignal) => call('listBanks', {}, { signal }),
});
