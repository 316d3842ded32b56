/** The inputs of Student Details: the institution, a card for each student, the total, Submit. */
import { useSelector } from '@tanstack/react-form';
import { parseStudentFieldName } from '../../../domain/forms/fields/names.ts';
import { limits } from '../../../domain/values/limits.ts';
import { DomainForm } from '../../form/domain-form.tsx';
import { Button } from '../../ui/button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { useQuestions } from '../shared/questions.ts';
import { StepBar } from '../drafted-step/step-bar.tsx';
import { useLock, useWizard, useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/text.tsx';
import { useCourses } from './courses.ts';
import { StudentOverlay } from './dialogs.tsx';
import { type StudentsFormSetup, useStudentsForm } from './form.ts';
import { InstitutionCard } from './institution-card.tsx';
import { MaxStudentsNotice } from './notices.tsx';
import { StudentCard } from './student-card.tsx';
import { TotalCard, useTotalSummary } from './total-card.tsx';

/** Where the focus goes when the card that had it is deleted. */
const addId = 'add-student';

export function StudentsForm(setup: StudentsFormSetup) {
  const wizard = useWizard();
  const busy = useWizardState((now) => now.hasTag('busy'));
  const { form, formApi, actions } = useStudentsForm(setup);
  const courses = useCourses(form.state.values.institution?.id ?? null);
  const ids = useSelector(form.store, (state) => Object.keys(state.values.el_details.students).join()).split(
    ',',
  );
  const totalSummary = useTotalSummary(form);
  const questions = useQuestions();
  const canAdd = useLock().mode === 'open';
  const isConsumer = setup.loan.presentation === 'consumer';
  const numberOf = (field: string) => ids.indexOf(parseStudentFieldName(field)?.id ?? '') + 1;
  return (
    <>
      <DomainForm
        formApi={formApi}
        prefix={({ field }) =>
          ids.length > 1 && numberOf(field) > 0 && t('student.error.of', { number: numberOf(field) })
        }
      >
        <InstitutionCard
          form={form}
          onChoose={(institution) => {
            actions.chooseInstitution(institution);
            if (!institution) return;
            courses.read(institution.id);
            wizard.send({ type: 'institution.chosen', institution });
          }}
        />
        {ids.map((id, index) => (
          <StudentCard
            key={id}
            form={form}
            id={id}
            number={index + 1}
            courses={courses}
            fill={actions.fill}
            canDelete={canAdd && ids.length > 1}
          />
        ))}
        {canAdd && ids.length >= limits.maxStudents && <MaxStudentsNotice />}
        {canAdd && ids.length < limits.maxStudents && (
          <Button id={addId} wide onPress={() => wizard.send({ type: 'student.addRequested' })}>
            <PlusIcon />
            {t('student.add.label')}
          </Button>
        )}
        {!questions?.isOneShown && <TotalCard form={form} />}
        <StepBar step="students" summary={totalSummary} onPrevious={questions?.previous}>
          <Button kind="primary" type="submit" busy={busy} onPress={questions?.next ?? undefined}>
            {t(canAdd && !isConsumer ? 'student.submit' : 'student.next')}
          </Button>
        </StepBar>
      </DomainForm>
      <StudentOverlay
        ids={ids}
        formApi={formApi}
        actions={actions}
        addId={addId}
        conflict={setup.draft.conflict}
      />
    </>
  );
}
