/** The sandbox's adapters, each in place of one that is not configured. */
import type { SandboxAdapters } from '../adapters/index.ts';
import { sandboxKyc } from './kyc.ts';
import { sandboxLender } from './lender.ts';
import { sandboxMandates } from './mandate.ts';
import { sandboxMessenger } from './messenger.ts';
import { sandboxPayments } from './payments.ts';
import { sandboxScanner } from './scanner.ts';
import { type EmailCheck, isAddress } from '../adapters/email.ts';

/** Addresses at `invalid.example` fail, all others of the right form pass (decision 28). */
export const sandboxEmailCheck: EmailCheck = {
  reaches: async (address) => isAddress(address) && !/@invalid\.example$/i.test(address),
};

export const sandboxAdapters: SandboxAdapters = {
  email: sandboxEmailCheck,
  openLender: sandboxLender,
  openMessenger: sandboxMessenger,
  openKyc: sandboxKyc,
  openMandates: sandboxMandates,
  openPayments: sandboxPayments,
  openScanner: sandboxScanner,
};
