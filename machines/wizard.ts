/**
 * The wizard: create → students → applicant → submit → lender status, and beside it query mode. The only owner of the
 * current step, of the transitions between the steps, and of whether a reviewer's queries wait for answers.
 */
import type { SnapshotFrom } from 'xstate';
import { type Place, type StepperStep, steps } from '../domain/pages/steps.ts';
import { applicant } from './wizard/applicant.ts';
import { create } from './wizard/create.ts';
import { opening } from './wizard/opening.ts';
import { queryMode } from './wizard/query-mode.ts';
import { isLockedWithVerdict, noLoan } from './wizard/context.ts';
import { wizardSetup } from './wizard/setup.ts';
import { status } from './wizard/status.ts';
import { students } from './wizard/students.ts';
import { submission } from './wizard/submission.ts';

export const wizardMachine = wizardSetup.createMachine({
  id: 'wizard',
  type: 'parallel',
  context: ({ input }) => ({
    ...noLoan,
    hasKey: input.hasKey,
    loanId: input.loanId,
    requestedPlace: input.place,
    person: null,
    seenVerdict: input.seenVerdict ?? null,
  }),
  states: {
    flow: {
      initial: 'starting',
      states: {
        starting: {
          always: [
            { guard: 'keyIsMissing', target: 'keyMissing' },
            { guard: 'addressHasLoanId', target: 'opening' },
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
          route: { guard: 'lenderHasDecided' },
          meta: { place: 'success' },
        },
      },
    },
    queryMode,
  },
});

export type WizardSnapshot = SnapshotFrom<typeof wizardMachine>;

/** Returns the place whose address belongs to a snapshot; null while a loan is being opened, and where that failed. */
export function placeOf(snapshot: WizardSnapshot): Place | null {
  return metaOf(snapshot).find((meta) => meta !== undefined)?.place ?? null;
}

/** Returns the step that the stepper shows as the current one; null where it shows none. */
export function stepperStepOf(snapshot: WizardSnapshot): StepperStep | null {
  const place = placeOf(snapshot);
  const own = metaOf(snapshot).find((meta) => meta?.stepperStep !== undefined)?.stepperStep;
  return own ?? (place && steps[place].stepperStep);
}

/** Returns whether queries of a reviewer wait for answers. */
export const isInQueryMode = (snapshot: WizardSnapshot): boolean => snapshot.matches({ queryMode: 'open' });

/** Returns whether the status screen is shown: the loan is submitted, answered, and has no open query. */
export const isStatusScreen = (snapshot: WizardSnapshot): boolean =>
  snapshot.matches({ flow: 'status' }) && isLockedWithVerdict(snapshot.context);

const metaOf = (snapshot: WizardSnapshot) => Object.values(snapshot.getMeta());

export { draftSteps } from './wizard/context.ts';
export type {
  EarlierLoan,
  EmiOptionsInput,
  LookupField,
  Person,
  WizardContext,
  WizardEvent,
  WizardInput,
} from './wizard/types.ts';
