/** The inputs of Student Details: the institution, a card for each student, the total, Submit. */
import { useSelector } from '@tanstack/react-form';
import { parseStudentFieldName, studentFieldName } from '../../../domain/forms/fields/names.ts';
import { limits } from '../../../domain/values/limits.ts';
import { DomainForm, FormField } from '../../form/domain-form.tsx';
import { Button } from '../../ui/button.tsx';
import { PlusIcon, BinIcon } from '../../ui/icons.tsx';
import { useQuestions } from '../shared/questions.ts';
import { StepBar } from '../drafted-step/step-bar.tsx';
import { useLock, useWizard, useWizardState, useServices } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useCourses, type Courses } from './courses.ts';
import { StudentOverlay } from './dialogs.tsx';
import {
  type StudentsFormSetup,
  useStudentsForm,
  type StudentsForm,
  type StudentsFormActions,
} from './form.ts';
import { InstitutionCard } from './institution-card.tsx';
import { MaxStudentsNotice, CoursesFailed } from './notices.tsx';
import { TotalCard, useTotalSummary, StudentTotal } from './total-card.tsx';
import { shallowEqual } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { FieldDescription } from '../../../domain/forms/fields/row.ts';
import { type StudentField, studentFields } from '../../../domain/forms/fields/student.ts';
import { shownFields } from '../../../domain/forms/hidden-fields.ts';
import type { FeeSwitch } from '../../../domain/lending/fees.ts';
import { studentForm, switchEffects, withCourse } from '../../../domain/forms/student.ts';
import {
  CatalogueFields,
  ChoiceField,
  type RowFieldProps,
  type SpecialFields,
  fieldColumns,
} from '../../form/catalogue-fields.tsx';
import { FamilyNameSuggestions } from '../../form/field-suggestions.tsx';
import { SwitchField, RadioField } from '../../form/more-fields.tsx';
import { Card } from '../../ui/card.tsx';
import { ComboField } from '../../form/combo-field.tsx';
import { StudentProvider, useStudent } from './student-context.ts';
import { rowsOf } from './values.ts';
import './student-card.css';

/** The id of the element that takes the focus when the card that had it is deleted. */
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
      <StudentOverlay ids={ids} formApi={formApi} actions={actions} addId={addId} />
    </>
  );
}

/** A student's card: name, course and fees (specification, section 2). */
type StudentCardProps = {
  form: StudentsForm;
  id: string;
  /** The student's number, from 1 on. */
  number: number;
  courses: Courses;
  fill: StudentsFormActions['fill'];
  canDelete: boolean;
};

const special: SpecialFields<typeof studentFields> = {
  type_of_institute: (props) => <ChoiceField {...props} as={RadioField} />,
  institution_course_id: CourseField,
  ...Object.fromEntries(Object.keys(switchEffects).map((name) => [name, SwitchWithEffect])),
};

const groupClasses = {
  identity: fieldColumns,
  year: fieldColumns,
  admission: `${fieldColumns} student-switch`,
  transport: `${fieldColumns} student-switch`,
} satisfies Record<NonNullable<FieldDescription['group']>, string>;

const afterFields: Partial<Record<StudentField, ReactNode>> = {
  student_name: <StudentNameSuggestions />,
};

function StudentCard({ form, id, number, courses, fill, canDelete }: StudentCardProps) {
  const wizard = useWizard();
  const intl = useIntl();
  // The bar at the foot has the sum of all.
  const isOneShown = useQuestions()?.isOneShown ?? false;
  const today = useServices().today();
  const shown = useSelector(
    form.store,
    ({ values }) => shownFields(studentForm, values.el_details.students[id] ?? {}),
    { compare: shallowEqual },
  );
  const name = useSelector(
    form.store,
    ({ values }) => values.el_details.students[id]?.student_name.trim() ?? '',
  );
  const title = t('student.card.title', { number });
  return (
    <Card
      title={
        name === '' ? (
          title
        ) : (
          <>
            {name} <span className="student-number text-muted">{title}</span>
          </>
        )
      }
      actions={
        canDelete && (
          <Button
            kind="quiet"
            label={intl.formatMessage({ id: 'student.card.delete' }, { number })}
            onPress={() => wizard.send({ type: 'student.deleteRequested', id })}
          >
            <BinIcon />
          </Button>
        )
      }
    >
      <StudentProvider value={{ id, form, courses, fill }}>
        <CatalogueFields
          rows={studentFields}
          shown={shown}
          fullName={(field) => studentFieldName(id, field)}
          special={special}
          after={afterFields}
          groupClasses={groupClasses}
          today={today}
        />
      </StudentProvider>
      {!isOneShown && <StudentTotal form={form} id={id} />}
    </Card>
  );
}

/** Suggests the name with the family name of the other students, or of the applicant. */
function StudentNameSuggestions() {
  const { id, form } = useStudent();
  const applicant = useWizardState(({ context }) => context.loan?.personal_details.name ?? '');
  const knownNames = () => {
    const siblings = rowsOf(form.state.values).filter((row) => row.id !== id);
    return [...siblings.map((row) => row.student_name), applicant];
  };
  return <FamilyNameSuggestions name={studentFieldName(id, 'student_name')} knownNames={knownNames} />;
}

/** A switch that sets other fields of its card. */
function SwitchWithEffect({ name, row }: RowFieldProps) {
  const { id, fill } = useStudent();
  const effect = switchEffects[name.split('.').at(-1) as FeeSwitch];
  return (
    <FormField
      name={name}
      row={row}
      as={SwitchField}
      onToggle={(on) => fill(id, (values) => effect(values, on))}
    />
  );
}

/** The course of one student, which fills the fees. */
function CourseField({ name, row }: RowFieldProps) {
  const { id, form, courses, fill } = useStudent();
  const { list, waiting, loading, failed } = courses;
  const items = useMemo(() => list.map(({ id, title }) => ({ value: String(id), label: title })), [list]);
  const saved = form.state.values.el_details.students[id]?.course_name;
  return (
    <>
      <FormField
        name={name}
        row={waiting ? { ...row, hint: 'student.course.first' } : row}
        as={ComboField}
        items={items}
        valueLabel={saved}
        loading={loading}
        empty={waiting && t('student.course.first')}
        onChoose={(option) => {
          const course = list.find((one) => String(one.id) === option?.value);
          if (course) fill(id, (values) => withCourse(values, course));
        }}
      />
      {failed && <CoursesFailed />}
    </>
  );
}
