/** The sandbox's adapters, each in place of one that is not configured. */
import type { SandboxAdapters } from '../adapters/index.ts';
import { sandboxEmailCheck } from './email.ts';
import { sandboxKyc } from './kyc.ts';
import { sandboxLender } from './lender.ts';
import { sandboxMandates } from './mandate.ts';
import { sandboxMessenger } from './messenger.ts';
import { sandboxPayments } from './payments.ts';
import { sandboxScanner } from './scanner.ts';

export const sandboxAdapters: SandboxAdapters = {
  email: sandboxEmailCheck,
  openLender: sandboxLender,
  openMessenger: sandboxMessenger,
  openKyc: sandboxKyc,
  openMandates: sandboxMandates,
  openPayments: sandboxPayments,
  openScanner: sandboxScanner,
};
