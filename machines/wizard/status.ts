/** The loan status modal, one state for each answer of the lender (specification, section 4). */
import { wizardSetup } from './setup.ts';

export const status = wizardSetup.createStateConfig({
  id: 'status',
  meta: { place: 'applicant' },
  tags: 'locked',
  initial: 'reading',
  on: { 'status.closed': '#applicant' },
  states: {
    reading: {
      always: [
        { guard: 'wasApproved', target: 'approved' },
        { guard: 'wasRejected', target: 'rejected' },
        { guard: 'isPending', target: 'pending' },
        { guard: 'isInProgress', target: 'inProgress' },
        { target: 'underReview' },
      ],
    },
    approved: {},
    rejected: {},
    pending: {},
    inProgress: {},
    underReview: {
      on: {
        'explore.requested': { guard: 'exploringIsOffered', target: '#create', actions: 'startAnew' },
      },
    },
  },
});
