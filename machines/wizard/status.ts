/**
 * The lender's answer: the loan status modal (specification, section 4) over the status screen, which stays when the
 * modal is closed. A verdict opens it once: who comes back reads the screen. `context.result` is the answer. A verdict
 * that is not final is asked for again (decision 27).
 */
import { and } from 'xstate';
import { withOutcome, withValue } from '../outcome.ts';
import { returnToCreate, lostAccess, wizardSetup } from './setup.ts';
import type { WizardContext } from './types.ts';

const verdictRequest = {
  src: 'refreshVerdict' as const,
  input: ({ context }: { context: WizardContext }) => ({ loanId: context.loanId ?? '' }),
};

export const status = wizardSetup.createStateConfig({
  id: 'status',
  meta: { place: 'applicant', stepperStep: 'status' },
  initial: 'open',
  on: {
    // A re-entry elsewhere has ended this device's token.
    'loan.accessLost': lostAccess('applicant'),
    'explore.requested': { guard: 'exploringIsOffered', ...returnToCreate },
  },
  states: {
    /** A loan was opened whose verdict may have changed since: the modal shows the new one. */
    refreshing: {
      invoke: {
        ...verdictRequest,
        id: 'refreshVerdict',
        onDone: [
          { guard: withOutcome('succeeded'), target: 'refreshed', actions: withValue('setResult') },
          // The former verdict stands, and can be asked for again.
          { target: 'refreshed' },
        ],
      },
    },
    refreshed: { always: [{ guard: 'verdictIsSeen', target: 'closed' }, { target: 'open' }] },
    /** The modal is open; in query mode, over the form. */
    open: {
      entry: ['setSeenVerdict', 'storeSeenVerdict'],
      on: {
        'status.closed': [{ guard: 'isInQueryMode', target: '#applicant' }, { target: 'closed' }],
        // Back closes the modal.
        'xstate.route': [{ guard: 'isInQueryMode', target: '#applicant' }, { target: 'closed' }],
      },
    },
    closed: {
      after: {
        verdictRefresh: { guard: and(['verdictMayBeOutdated', 'pageIsVisible']), target: 'checking' },
      },
      on: { 'verdict.refreshRequested': { guard: 'verdictMayBeOutdated', target: 'checking' } },
    },
    /** Asks again while the status screen is read; only a new verdict opens the modal. */
    checking: {
      invoke: {
        ...verdictRequest,
        id: 'checkVerdict',
        onDone: [
          { guard: withOutcome('verdictIsNew'), target: 'open', actions: withValue('setResult') },
          { target: 'closed' },
        ],
      },
    },
  },
});
