/** A loan is opened by its address: read, its institution found, and the furthest step that it allows shown. */
import { withOutcome } from '../outcome.ts';
import { institutionNamed, wizardSetup } from './setup.ts';

export const opening = wizardSetup.createStateConfig({
  id: 'opening',
  initial: 'readingLoan',
  on: { 'xstate.route': {} },
  states: {
    readingLoan: {
      tags: 'busy',
      invoke: {
        id: 'readLoan',
        src: 'readLoan',
        input: ({ context }) => ({ loanId: context.loanId ?? '' }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'loanRead',
            actions: [withOutcome('setLoan'), 'openDrafts'],
          },
          { guard: withOutcome('notFound'), target: 'lost' },
          { target: 'failed', actions: withOutcome('raiseAlert') },
        ],
      },
    },
    loanRead: {
      always: [{ guard: 'institutionIsNamed', target: 'findingInstitution' }, { target: 'arriving' }],
    },
    findingInstitution: {
      tags: 'busy',
      invoke: {
        id: 'findInstitution',
        src: 'findInstitution',
        input: ({ context }) => ({ id: institutionNamed(context) ?? 0 }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'arriving',
            actions: withOutcome('setFoundInstitution'),
          },
          { guard: withOutcome('notFound'), target: 'arriving', actions: 'setInstitutionMissing' },
          { target: 'failed', actions: withOutcome('raiseAlert') },
        ],
      },
    },
    arriving: {
      always: [
        { guard: 'successIsRequested', target: '#success' },
        { guard: 'pushIsUnderWay', target: '#askingLender' },
        { guard: 'verdictIsUnseen', target: '#status' },
        { guard: 'applicantIsRequested', target: '#applicant' },
        { target: '#students' },
      ],
    },
    failed: { exit: 'clearAlert', on: { 'retry.requested': 'readingLoan' } },
    // The loan belongs to another key, or its token has expired; the page must not reveal which.
    lost: {
      on: {
        'loan.reentered': 'readingLoan',
        'explore.requested': { target: '#create', actions: 'resetApplication' },
      },
    },
  },
});
