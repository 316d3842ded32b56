/** A loan is opened by its address: read, its institution found, and the furthest step that it allows shown. */
import { and } from 'xstate';
import { withOutcome, withValue } from '../outcome.ts';
import { institutionIdOf } from './context.ts';
import { returnToCreate, wizardSetup } from './setup.ts';

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
            target: 'checkingInstitution',
            actions: [withValue('replaceLoan'), 'openDrafts', 'openLookups'],
          },
          { guard: withOutcome('notFound'), target: 'notFound' },
          { target: 'failed', actions: withOutcome('raiseAlert') },
        ],
      },
    },
    checkingInstitution: {
      always: [{ guard: 'institutionIsKnown', target: 'findingInstitution' }, { target: 'choosingStep' }],
    },
    findingInstitution: {
      tags: 'busy',
      invoke: {
        id: 'findInstitution',
        src: 'findInstitution',
        input: ({ context }) => ({ id: institutionIdOf(context) ?? 0 }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'choosingStep',
            actions: withValue('setInstitution'),
          },
          { guard: withOutcome('notFound'), target: 'choosingStep', actions: 'setInstitutionMissing' },
          { target: 'failed', actions: withOutcome('raiseAlert') },
        ],
      },
    },
    choosingStep: {
      always: [
        { guard: 'successIsRequested', target: '#success' },
        { guard: 'pushIsInProgress', target: '#pushingToLender' },
        { guard: 'verdictMayBeOutdated', target: '#status.refreshing' },
        { guard: and(['isLockedWithVerdict', 'verdictIsSeen']), target: '#status.closed' },
        { guard: 'isLockedWithVerdict', target: '#status' },
        { guard: 'onlyApplicantIsQueried', target: '#applicant' },
        { guard: 'applicantIsRequested', target: '#applicant' },
        { target: '#students' },
      ],
    },
    failed: { exit: 'clearAlert', on: { 'retry.requested': 'readingLoan' } },
    // The loan belongs to another key, or its token has expired; the page must not reveal which.
    notFound: {
      on: {
        'loan.reentered': { target: 'readingLoan', actions: 'resumeDrafts' },
        'explore.requested': returnToCreate,
      },
    },
  },
});
