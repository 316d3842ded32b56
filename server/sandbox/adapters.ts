/** The sandbox's adapters, each in place of one that is not configured. */
import type { SandboxAdapters } from '../adapters/index.ts';
import { sandboxKyc } from './kyc.ts';
import { sandboxLender } from './lender.ts';
import { sandboxMandates } from './mandate.ts';
import { sandboxMessenger } from './messenger.ts';
import { sandboxPayments } from './payments.ts';
import { sandboxScanner } from './scanner.ts';
import { isAddress } from '../adapters/email.ts';

export const sandboxAdapters: SandboxAdapters = {
  // Addresses at `invalid.example` fail, all others of the right form pass (decision 28).
  email: { reaches: async (address) => isAddress(address) && !/@invalid\.example$/i.test(address) },
  openLender: sandboxLender,
  openMessenger: sandboxMessenger,
  openKyc: sandboxKyc,
  openMandates: sandboxMandates,
  openPayments: sandboxPayments,
  openScanner: sandboxScanner,
};
