/**
 * The wizard: create → students → applicant → submit → lender status. What may happen next, and where a person is, is
 * decided here and nowhere else.
 */
import type { SnapshotFrom } from 'xstate';
import { applicant } from './wizard/applicant.ts';
import { create } from './wizard/create.ts';
import { opening } from './wizard/opening.ts';
import { noLoan, type Place, wizardSetup } from './wizard/setup.ts';
import { status } from './wizard/status.ts';
import { students } from './wizard/students.ts';
import { submission } from './wizard/submission.ts';

export const wizardMachine = wizardSetup.createMachine({
  id: 'wizard',
  context: ({ input }) => ({
    ...noLoan,
    hasKey: input.hasKey,
    loanId: input.loanId,
    requested: input.place,
    person: null,
  }),
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'keyIsMissing', target: 'keyMissing' },
        { guard: 'addressNamesALoan', target: 'opening' },
        { target: 'create' },
      ],
    },
    keyMissing: { on: { 'xstate.route': {} } },
    create,
    opening,
    students,
    applicant,
    submission,
    status,
    success: {
      id: 'success',
      route: { guard: 'lenderHasAnswered' },
      meta: { place: 'success' },
      on: { 'dashboard.requested': { target: '#create', actions: 'resetApplication' } },
    },
  },
});

export type WizardSnapshot = SnapshotFrom<typeof wizardMachine>;

/** The place whose address a snapshot belongs to; null while a loan is being opened or cannot be. */
export function placeOf(snapshot: WizardSnapshot): Place | null {
  return Object.values(snapshot.getMeta()).find((meta) => meta !== undefined)?.place ?? null;
}

export type { Person, Place, WizardContext, WizardEvent, WizardInput } from './wizard/setup.ts';
