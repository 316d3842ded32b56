/** The sandbox's adapters, each in place of one that is not configured. */
import type { SandboxAdapters } from '../adapters/index.ts';
import { sandboxEmailCheck } from './email.ts';
import { sandboxLender } from './lender.ts';
import { sandboxMessenger } from './messenger.ts';
import { sandboxScanner } from './scanner.ts';

export const sandboxAdapters: SandboxAdapters = {
  email: sandboxEmailCheck,
  openLender: sandboxLender,
  openMessenger: sandboxMessenger,
  openScanner: sandboxScanner,
};
