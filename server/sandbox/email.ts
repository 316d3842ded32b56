/** The sandbox's check of mail addresses, which asks no DNS. */
import { type EmailCheck, isAddress } from '../adapters/email.ts';

/** Addresses at `invalid.example` fail, all others of the right form pass (decision 28). */
export const sandboxEmailCheck: EmailCheck = {
  reaches: async (address) => isAddress(address) && !/@invalid\.example$/i.test(address),
};
