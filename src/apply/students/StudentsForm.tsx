/** The inputs of Student Details: the institution, a card for each student, the total, Submit. */
import { useSelector } from '@tanstack/react-form';
import { FormattedMessage } from 'react-intl';
import type { Lock } from '../../../domain/access.ts';
import { DomainForm } from '../../form/DomainForm.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { DraftConflict, DraftMark } from '../draft-parts.tsx';
import { useWizard, useWizardState } from '../wizard.tsx';
import { useCourses } from './courses.ts';
import { addStudentId, StudentDialogs } from './dialogs.tsx';
import { type StudentsFormSetup, useStudentsForm } from './form.ts';
import { InstitutionCard } from './InstitutionCard.tsx';
import { QueryBanner } from './QueryBanner.tsx';
import { StudentCard } from './StudentCard.tsx';
import { TotalCard } from './Total.tsx';
import './students.css';

export function StudentsForm({ lock, ...setup }: StudentsFormSetup & { lock: Lock }) {
  const wizard = useWizard();
  const busy = useWizardState((now) => now.hasTag('busy'));
  const { form, tools, acts } = useStudentsForm(setup);
  const courses = useCourses(form.state.values.institution?.id ?? null);
  const ids = useSelector(form.store, (state) => Object.keys(state.values.el_details.students).join()).split(
    ',',
  );
  const mayAdd = lock.mode === 'open';
  const numberOf = (field: string) => ids.findIndex((id) => field.includes(id)) + 1;
  return (
    <>
      <DomainForm
        tools={tools}
        prefix={(field) =>
          ids.length > 1 &&
          numberOf(field) > 0 && (
            <FormattedMessage id="student.error.of" values={{ number: numberOf(field) }} />
          )
        }
      >
        <QueryBanner lock={lock} />
        <InstitutionCard
          form={form}
          lock={lock}
          onChoose={(institution) => {
            acts.chooseInstitution(institution);
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
            fill={acts.fill}
            mayDelete={mayAdd && ids.length > 1}
          />
        ))}
        {mayAdd && (
          <Button id={addStudentId} wide onPress={() => wizard.send({ type: 'student.addRequested' })}>
            <PlusIcon />
            <FormattedMessage id="student.add.label" />
          </Button>
        )}
        <TotalCard form={form} />
        <DraftMark draft={setup.draft} />
        <Actions sticky>
          <Button kind="primary" type="submit" busy={busy}>
            <FormattedMessage id={mayAdd ? 'student.submit' : 'student.next'} />
          </Button>
        </Actions>
      </DomainForm>
      <StudentDialogs ids={ids} tools={tools} acts={acts} />
      <DraftConflict draft={setup.draft} />
    </>
  );
}
