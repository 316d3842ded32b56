/** The three named steps: what is done, where one is, what is to come, and where a reviewer has asked. */
import { FormattedMessage, useIntl } from 'react-intl';
import { hasVerdict } from '../../domain/status.ts';
import type { MessageId } from '../../locales/index.ts';
import type { WizardEvent, WizardSnapshot } from '../../machines/wizard.ts';
import { Stepper } from '../ui/Stepper.tsx';
import { useLock, useWizard, useWizardState } from './wizard.tsx';

type StepId = 'students' | 'applicant' | 'status';

const steps: readonly { id: StepId; name: MessageId; leads: WizardEvent }[] = [
  { id: 'students', name: 'app.step.student', leads: { type: 'xstate.route', to: '#students' } },
  { id: 'applicant', name: 'app.step.applicant', leads: { type: 'xstate.route', to: '#applicant' } },
  { id: 'status', name: 'app.step.status', leads: { type: 'status.reopened' } },
];

export function Steps() {
  const intl = useIntl();
  const wizard = useWizard();
  const current = useWizardState(currentStep);
  const isDecided = useWizardState(({ context }) => context.loan !== null && hasVerdict(context.loan.status));
  const open = useWizardState(
    (now) => steps.map(({ leads }) => now.can(leads)),
    (a, b) => a.every((can, index) => can === b[index]),
  );
  const lock = useLock();
  const asked = lock.mode === 'queried' ? lock.queries.map(({ field }) => stepOfField(field)) : [];
  const here = steps.findIndex(({ id }) => id === current);
  return (
    <Stepper
      label={intl.formatMessage({ id: 'app.steps' })}
      steps={steps.map(({ id, name, leads }, index) => {
        const state = index === here ? 'current' : index < here || isDecided ? 'done' : 'todo';
        const queried = asked.includes(id);
        const note = queried ? 'app.step.asked' : notes[state];
        return {
          id,
          name: <FormattedMessage id={name} />,
          state,
          queried,
          note: note && <FormattedMessage id={note} />,
          onOpen: state === 'done' && open[index] ? () => wizard.send(leads) : undefined,
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

function currentStep(now: WizardSnapshot): StepId {
  if (now.matches('students')) return 'students';
  const asks = now.matches({ submission: 'askingLender' });
  return asks || now.matches('status') || now.matches('success') ? 'status' : 'applicant';
}

const stepOfField = (field: string): StepId =>
  field.startsWith('el_details.') || field.endsWith('fee_receipt') ? 'students' : 'applicant';
