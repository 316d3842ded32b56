/** One student: who, which course, which fees (specification, section 2). */
import { useSelector } from '@tanstack/react-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { isShown } from '../../../domain/check.ts';
import { academicYears, studentDobPicker } from '../../../domain/dates.ts';
import { limits } from '../../../domain/limits.ts';
import {
  courseChosen,
  newAdmissionTicked,
  type StudentField,
  type StudentValues,
  studentForm,
  transportSwitched,
} from '../../../domain/student.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { BinIcon } from '../../ui/icons.tsx';
import { useServices } from '../services.ts';
import { useWizard } from '../wizard.tsx';
import { CourseField } from './CourseField.tsx';
import type { Courses } from './courses.ts';
import type { StudentsActs, StudentsForm } from './form.ts';
import { StudentTotal } from './Total.tsx';
import { rowName } from './values.ts';

export type StudentCardProps = {
  form: StudentsForm;
  id: string;
  /** From 1 on. */
  number: number;
  courses: Courses;
  fill: StudentsActs['fill'];
  mayDelete: boolean;
};

export function StudentCard({ form, id, number, courses, fill, mayDelete }: StudentCardProps) {
  const wizard = useWizard();
  const intl = useIntl();
  const today = useServices().today();
  const shows = useShown(form, id);
  const row = rowName(id);
  return (
    <Card
      title={<FormattedMessage id="student.card.title" values={{ number }} />}
      actions={
        mayDelete && (
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
      <form.AppField name={`${row}.student_name`}>
        {(field) => (
          <field.TextField
            label={<FormattedMessage id="student.name.label" />}
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
          />
        )}
      </form.AppField>
      <div className="student-grid">
        <form.AppField name={`${row}.dob`}>
          {(field) => (
            <field.DateField
              label={<FormattedMessage id="student.dob.label" />}
              {...studentDobPicker(today)}
            />
          )}
        </form.AppField>
        <form.AppField name={`${row}.student_roll_no`}>
          {(field) => (
            <field.DigitsField label={<FormattedMessage id="student.rollNumber.label" />} optional size="m" />
          )}
        </form.AppField>
      </div>
      {shows('type_of_institute') && (
        <form.AppField name={`${row}.type_of_institute`}>
          {(field) => (
            <field.SelectField
              label={<FormattedMessage id="student.instituteType.label" />}
              optional
              size="m"
              options={[
                { value: 'School', label: intl.formatMessage({ id: 'student.instituteType.school' }) },
                { value: 'College', label: intl.formatMessage({ id: 'student.instituteType.college' }) },
              ]}
            />
          )}
        </form.AppField>
      )}
      <CourseField
        form={form}
        id={id}
        courses={courses}
        onChoose={(course) => fill(id, (values) => courseChosen(values, course))}
      />
      {shows('course_name') && (
        <form.AppField name={`${row}.course_name`}>
          {(field) => (
            <field.TextField
              label={<FormattedMessage id="student.courseName.label" />}
              optional
              autoComplete="off"
            />
          )}
        </form.AppField>
      )}
      <form.AppField name={`${row}.academic_year`}>
        {(field) => (
          <field.SelectField
            label={<FormattedMessage id="student.academicYear.label" />}
            size="m"
            options={academicYears(today).map((year) => ({ value: year, label: year }))}
          />
        )}
      </form.AppField>
      <div className="student-grid student-switches">
        <form.AppField name={`${row}.new_admission`}>
          {(field) => (
            <field.SwitchField
              label={<FormattedMessage id="student.newAdmission.label" />}
              onTurned={(on) => fill(id, (values) => newAdmissionTicked(values, on))}
            />
          )}
        </form.AppField>
        <form.AppField name={`${row}.transport_fee_paid`}>
          {(field) => (
            <field.SwitchField
              label={<FormattedMessage id="student.transport.label" />}
              onTurned={(on) => fill(id, (values) => transportSwitched(values, on))}
            />
          )}
        </form.AppField>
      </div>
      <div className="student-grid">
        <form.AppField name={`${row}.annual_fee`}>
          {(field) => <field.MoneyField label={<FormattedMessage id="student.annualFee.label" />} />}
        </form.AppField>
        {shows('admission_fee_amount') && (
          <form.AppField name={`${row}.admission_fee_amount`}>
            {(field) => <field.MoneyField label={<FormattedMessage id="student.admissionFee.label" />} />}
          </form.AppField>
        )}
        {shows('transport_fee_amount') && (
          <form.AppField name={`${row}.transport_fee_amount`}>
            {(field) => <field.MoneyField label={<FormattedMessage id="student.transportFee.label" />} />}
          </form.AppField>
        )}
        <form.AppField name={`${row}.otherfees`}>
          {(field) => <field.MoneyField label={<FormattedMessage id="student.otherFees.label" />} optional />}
        </form.AppField>
        <p className="student-minimum soft">
          <FormattedMessage
            id="student.hint.minimumFee"
            values={{ minimum: String(limits.minimumTotalFee) }}
          />
        </p>
      </div>
      <StudentTotal form={form} id={id} />
    </Card>
  );
}

/** The fields that are shown at times only. */
const conditional = [
  'type_of_institute',
  'course_name',
  'admission_fee_amount',
  'transport_fee_amount',
] as const;

/** Tells which of them are shown now; renders the card only when one comes or goes. */
function useShown(form: StudentsForm, id: string): (field: (typeof conditional)[number]) => boolean {
  const shown = useSelector(form.store, (state) => {
    const row: StudentValues | undefined = state.values.el_details.students[id];
    return row ? conditional.filter((field: StudentField) => isShown(studentForm, field, row)).join() : '';
  });
  return (field) => shown.split(',').includes(field);
}
