/** The loan status modal (specification, section 4). Which of the lender's answers it shows, `context.result` says. */
import { wizardSetup } from './setup.ts';

export const status = wizardSetup.createStateConfig({
  id: 'status',
  meta: { place: 'applicant', stepperStep: 'status' },
  on: {
    'status.closed': '#applicant',
    'explore.requested': { guard: 'exploringIsOffered', target: '#create', actions: 'resetApplication' },
  },
});
