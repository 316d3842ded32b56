/** One student: who, which course, which fees (specification, section 2). */
import { useSelector } from '@tanstack/react-form';
import { shallowEqual } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { studentFieldName } from '../../../domain/forms/fields/names.ts';
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
} from '../../form/catalogue-fields.tsx';
import { FamilyNameSuggestions } from '../../form/field-suggestions.tsx';
import { FormField } from '../../form/form-field.tsx';
import { SwitchField } from '../../form/more-fields.tsx';
import { RadioField } from '../../form/radio-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { BinIcon } from '../../ui/icons.tsx';
import { t } from '../../i18n/text.tsx';
import { ComboField } from '../../form/combo-field.tsx';
import { useQuestions } from '../shared/questions.ts';
import { useServices } from '../shared/services.ts';
import { useWizard, useWizardState } from '../shared/wizard.tsx';
import type { Courses } from './courses.ts';
import type { StudentsForm, StudentsFormActions } from './form.ts';
import { StudentContext, useStudent } from './student-context.ts';
import { StudentTotal } from './total-card.tsx';
import { rowsOf } from './values.ts';
import { CoursesFailed } from './notices.tsx';
import './student-card.css';

export type StudentCardProps = {
  form: StudentsForm;
  id: string;
  /** From 1 on. */
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
  identity: 'student-grid',
  year: 'student-grid',
  admission: 'student-grid student-switch',
  transport: 'student-grid student-switch',
} satisfies Record<NonNullable<FieldDescription['group']>, string>;

const afterFields: Partial<Record<StudentField, ReactNode>> = {
  student_name: <StudentNameSuggestions />,
};

export function StudentCard({ form, id, number, courses, fill, canDelete }: StudentCardProps) {
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
      <StudentContext.Provider value={{ id, form, courses, fill }}>
        <CatalogueFields
          rows={studentFields}
          shown={shown}
          fullName={(field) => studentFieldName(id, field)}
          special={special}
          after={afterFields}
          groupClasses={groupClasses}
          today={today}
        />
      </StudentContext.Provider>
      {!isOneShown && <StudentTotal form={form} id={id} />}
    </Card>
  );
}

/** With the family name of the other students, or of the applicant. */
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
        row={row}
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
