/** The dialogs over Student Details; the wizard's state says which is open. */
import { studentFieldName } from '../../../domain/forms/fields/names.ts';
import { nextStudent } from '../../../domain/forms/next-student.ts';
import type { DomainFormApi } from '../../form/form-context.ts';
import { RefusalMessage, refusalAction } from '../../form/refusal-message.tsx';
import { Alert, ConfirmDialog } from '../../ui/dialog.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import type { StudentsFormActions } from './form.ts';
import { useServices, useWizard, useWizardState } from '../shared/wizard.tsx';
import { DraftConflict } from '../overlays/draft-conflict.tsx';
import { t } from '../../i18n/i18n.tsx';
import { rowsOf, type StudentsValues } from './values.ts';

export interface StudentOverlayProps {
  ids: readonly string[];
  formApi: DomainFormApi;
  actions: StudentsFormActions;
  /** The id of the element that takes the focus when the card that had it is deleted. */
  addId: string;
}

export function StudentOverlay({ ids, formApi, actions, addId }: StudentOverlayProps) {
  const wizard = useWizard();
  const { today } = useServices();
  const adding = useWizardState((now) => now.matches({ flow: { students: 'confirmingAdd' } }));
  const deleting = useWizardState((now) =>
    now.matches({ flow: { students: 'confirmingDelete' } }) ? now.context.deletingStudentId : null,
  );
  const failed = useWizardState((now) => now.matches({ flow: { students: 'savingFailed' } }));
  const cancel = () => wizard.send({ type: 'dialog.cancelled' });
  const add = () => {
    const values: StudentsValues = formApi.form.state.values;
    const row = nextStudent(rowsOf(values), values.institution, today());
    actions.addStudent(row);
    wizard.send({ type: 'student.addConfirmed' });
    focusSoon(studentFieldName(row.id, 'student_name'));
  };
  const remove = (id: string) => {
    wizard.send({ type: 'student.deleteConfirmed' });
    actions.deleteStudent(id);
    focusSoon(addId);
  };
  return (
    <>
      {adding && (
        <ConfirmDialog
          cancel={t('student.cancel')}
          title={t('student.add.title')}
          confirm={t('student.add.confirm')}
          onConfirm={add}
          onCancel={cancel}
        >
          {t('student.add.text')}
        </ConfirmDialog>
      )}
      {deleting && (
        <ConfirmDialog
          cancel={t('student.cancel')}
          title={t('student.delete.title', { number: ids.indexOf(deleting) + 1 })}
          confirm={t('student.delete.confirm')}
          onConfirm={() => remove(deleting)}
          onCancel={cancel}
          danger
        >
          {t('student.delete.text')}
        </ConfirmDialog>
      )}
      {failed && <SaveFailed showErrors={formApi.showServerErrors} />}
      <DraftConflict step="students" />
    </>
  );
}

/** Focuses an element after a dialog has returned the focus to its opener on closing. */
const focusSoon = (id: string) => requestAnimationFrame(() => focusField(id));

/** 'ERROR : {message}', or that no answer came; the errors of fields are shown at the fields. */
function SaveFailed({ showErrors }: { showErrors: DomainFormApi['showServerErrors'] }) {
  const wizard = useWizard();
  const alert = useWizardState((now) => now.context.alert);
  const refusal = alert?.kind === 'refused' ? alert : null;
  return (
    <Alert
      message={t('student.save.refused', {
        message: refusal ? <RefusalMessage refusal={refusal} /> : t('student.save.noResponse'),
      })}
      action={{
        label: t('common.ok'),
        onPress: () => {
          wizard.send({ type: 'alert.dismissed' });
          if (refusal?.errors.length) showErrors(refusal.errors);
        },
      }}
      remedy={refusal && refusal.errors.length === 0 ? refusalAction(refusal) : null}
    >
      {!refusal && t('student.save.noResponse.next')}
    </Alert>
  );
}
