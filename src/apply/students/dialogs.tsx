/** What is asked and told over Student Details; which of it is open, the wizard knows. */
import { FormattedMessage } from 'react-intl';
import type { DomainTools } from '../../form/tools.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert, Dialog } from '../../ui/Dialog.tsx';
import { focusField } from '../../ui/ErrorSummary.tsx';
import { useWizard, useWizardState } from '../wizard.tsx';
import type { StudentsActs } from './form.ts';
import { rowName } from './values.ts';

export type StudentDialogsProps = { ids: readonly string[]; tools: DomainTools; acts: StudentsActs };

export function StudentDialogs({ ids, tools, acts }: StudentDialogsProps) {
  const adding = useWizardState((now) => now.matches({ flow: { students: 'confirmingAdd' } }));
  const deleting = useWizardState((now) => now.context.deleting);
  const failed = useWizardState((now) => now.matches({ flow: { students: 'savingFailed' } }));
  return (
    <>
      {adding && <AddDialog onAdd={acts.addStudent} />}
      {deleting && (
        <DeleteDialog id={deleting} number={ids.indexOf(deleting) + 1} onDelete={acts.deleteStudent} />
      )}
      {failed && <SaveFailed refuse={tools.refuse} />}
    </>
  );
}

function AddDialog({ onAdd }: { onAdd: () => string }) {
  const wizard = useWizard();
  const cancel = () => wizard.send({ type: 'dialog.cancelled' });
  const add = () => {
    const id = onAdd();
    wizard.send({ type: 'student.addConfirmed' });
    // The dialog gives the focus back to its opener as it goes; the new card is where one goes on.
    requestAnimationFrame(() => focusField(`${rowName(id)}.student_name`));
  };
  return (
    <Dialog
      title={<FormattedMessage id="student.add.title" />}
      onCancel={cancel}
      actions={
        <>
          <Button onPress={cancel}>
            <FormattedMessage id="student.cancel" />
          </Button>
          <Button kind="primary" onPress={add}>
            <FormattedMessage id="student.add.confirm" />
          </Button>
        </>
      }
    >
      <FormattedMessage id="student.add.text" />
    </Dialog>
  );
}

type DeleteDialogProps = { id: string; number: number; onDelete: (id: string) => void };

function DeleteDialog({ id, number, onDelete }: DeleteDialogProps) {
  const wizard = useWizard();
  const cancel = () => wizard.send({ type: 'dialog.cancelled' });
  const remove = () => {
    wizard.send({ type: 'student.deleteConfirmed' });
    onDelete(id);
    requestAnimationFrame(() => document.getElementById(addStudentId)?.focus());
  };
  return (
    <Dialog
      title={<FormattedMessage id="student.delete.title" values={{ number }} />}
      onCancel={cancel}
      actions={
        <>
          <Button onPress={cancel}>
            <FormattedMessage id="student.cancel" />
          </Button>
          <Button kind="danger" onPress={remove}>
            <FormattedMessage id="student.delete.confirm" />
          </Button>
        </>
      }
    >
      <FormattedMessage id="student.delete.text" />
    </Dialog>
  );
}

/** Where the focus goes when the card that had it is deleted. */
export const addStudentId = 'add-student';

/** 'ERROR : {message}' where the server refused; what it found wrong is then shown at the fields. */
function SaveFailed({ refuse }: { refuse: DomainTools['refuse'] }) {
  const wizard = useWizard();
  const alert = useWizardState((now) => now.context.alert);
  const action = {
    words: <FormattedMessage id="student.ok" />,
    onPress: () => {
      wizard.send({ type: 'alert.dismissed' });
      if (alert?.kind === 'refused' && alert.errors.length > 0) refuse(alert.errors);
    },
  };
  if (alert?.kind !== 'refused')
    return (
      <Alert message={<FormattedMessage id="student.save.unheard" />} action={action}>
        <FormattedMessage id="student.save.unheard.next" />
      </Alert>
    );
  return (
    <Alert
      message={<FormattedMessage id="student.save.refused" values={{ message: alert.message }} />}
      action={action}
    />
  );
}
