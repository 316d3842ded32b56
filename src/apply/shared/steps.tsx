/** The stepper: the steps that are done, current and to come, and those with a reviewer's query. */
import { useIntl } from 'react-intl';
import { hasVerdict } from '../../../domain/loan/status.ts';
import { routeTo, stepOfField, type StepperStep, stepperSteps, steps } from '../../../domain/pages/steps.ts';
import type { MessageId } from '../../../locales/index.ts';
import { isStatusScreen, stepperStepOf, type WizardEvent } from '../../../machines/wizard.ts';
import { Stepper } from '../../ui/stepper.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useLock, useWizard, useWizardState } from './wizard.tsx';

/** The name of each step, and the event that leads back to it. */
const rows: Readonly<Record<StepperStep, { name: MessageId; event: WizardEvent }>> = {
  students: { name: 'app.step.student', event: routeTo('students') },
  applicant: { name: 'app.step.applicant', event: routeTo('applicant') },
  status: { name: 'app.step.status', event: { type: 'status.reopened' } },
};

export function Steps() {
  const intl = useIntl();
  const wizard = useWizard();
  const current = useWizardState(stepperStepOf);
  const isDecided = useWizardState(({ context }) => context.loan !== null && hasVerdict(context.loan.status));
  const lock = useLock();
  // It has what the steps had.
  const isOnStatus = useWizardState(isStatusScreen);
  const open = useWizardState(
    (now) => stepperSteps.map((step) => now.can(rows[step].event)),
    (a, b) => a.every((can, index) => can === b[index]),
  );
  const queriedSteps: readonly StepperStep[] =
    lock.mode === 'queried' ? lock.queries.map(({ field }) => steps[stepOfField(field)].stepperStep) : [];
  const currentIndex = stepperSteps.findIndex((step) => step === current);
  return (
    <Stepper
      label={intl.formatMessage({ id: 'app.steps' })}
      steps={stepperSteps.map((id, index) => {
        const { name, event } = rows[id];
        const isDone = index < currentIndex || (isDecided && lock.mode !== 'queried');
        const state = index === currentIndex ? 'current' : isDone ? 'done' : 'todo';
        // The former verdict can be read during open queries, but its step is not marked as done.
        const isOpen = state !== 'current' && (isDone || isDecided) && open[index] && !isOnStatus;
        const queried = queriedSteps.includes(id);
        const note = queried ? 'app.step.asked' : isOpen && !isDone ? null : notes[state];
        return {
          id,
          name: t(name),
          state,
          queried,
          note: note && t(note),
          onOpen: isOpen ? () => wizard.send(event) : undefined,
        };
      })}
    />
  );
}

const notes = {
  done: 'app.step.done',
  current: null,
  todo: 'app.step.todo',
} as const satisfies Record<string, MessageId | null>;
