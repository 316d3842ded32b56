/** One student: who, which course, which fees (specification, section 2). */
import { useSelector } from '@tanstack/react-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { academicYears, studentDobPicker } from '../../../domain/dates.ts';
import { limits } from '../../../domain/limits.ts';
import { isShown } from '../../../domain/shown.ts';
import {
  courseChosen,
  newAdmissionTicked,
  type StudentField,
  studentForm,
  transportSwitched,
} from '../../../domain/student.ts';
import { TextField } from '../../form/fields.tsx';
import { Input } from '../../form/Input.tsx';
import { DateField, DigitsField, MoneyField, SelectField, SwitchField } from '../../form/more-fields.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { BinIcon } from '../../ui/icons/bin.tsx';
import { useServices } from '../services.ts';
import { useWizard } from '../wizard.tsx';
import { CourseField } from './CourseField.tsx';
import type { Courses } from './courses.ts';
import type { StudentsActs, StudentsForm } from './form.ts';
import { StudentTotal } from './Total.tsx';
import { rowName } from './values.ts';
import './student-card.css';

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
  const named = (field: StudentField) => `${rowName(id)}.${field}` as const;
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
      <Input
        as={TextField}
        name={named('student_name')}
        label="student.name.label"
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
      />
      <div className="student-grid">
        <Input as={DateField} name={named('dob')} label="student.dob.label" {...studentDobPicker(today)} />
        <Input
          as={DigitsField}
          name={named('student_roll_no')}
          label="student.rollNumber.label"
          optional
          size="m"
        />
      </div>
      {shows('type_of_institute') && (
        <Input
          as={SelectField}
          name={named('type_of_institute')}
          label="student.instituteType.label"
          optional
          size="m"
          options={[
            { value: 'School', label: intl.formatMessage({ id: 'student.instituteType.school' }) },
            { value: 'College', label: intl.formatMessage({ id: 'student.instituteType.college' }) },
          ]}
        />
      )}
      <CourseField
        form={form}
        id={id}
        courses={courses}
        onChoose={(course) => fill(id, (values) => courseChosen(values, course))}
      />
      {shows('course_name') && (
        <Input
          as={TextField}
          name={named('course_name')}
          label="student.courseName.label"
          optional
          autoComplete="off"
        />
      )}
      <Input
        as={SelectField}
        name={named('academic_year')}
        label="student.academicYear.label"
        size="m"
        options={academicYears(today).map((year) => ({ value: year, label: year }))}
      />
      <div className="student-grid student-switches">
        <Input
          as={SwitchField}
          name={named('new_admission')}
          label="student.newAdmission.label"
          onTurned={(on) => fill(id, (values) => newAdmissionTicked(values, on))}
        />
        <Input
          as={SwitchField}
          name={named('transport_fee_paid')}
          label="student.transport.label"
          onTurned={(on) => fill(id, (values) => transportSwitched(values, on))}
        />
      </div>
      <div className="student-grid">
        <Input as={MoneyField} name={named('annual_fee')} label="student.annualFee.label" />
        {shows('admission_fee_amount') && (
          <Input as={MoneyField} name={named('admission_fee_amount')} label="student.admissionFee.label" />
        )}
        {shows('transport_fee_amount') && (
          <Input as={MoneyField} name={named('transport_fee_amount')} label="student.transportFee.label" />
        )}
        <Input as={MoneyField} name={named('otherfees')} label="student.otherFees.label" optional />
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
] as const satisfies readonly StudentField[];

/** Tells which of them are shown now; renders the card only when one comes or goes. */
function useShown(form: StudentsForm, id: string): (field: (typeof conditional)[number]) => boolean {
  const shown = useSelector(form.store, ({ values }) => {
    const row = values.el_details.students[id];
    return conditional.filter((field) => row && isShown(studentForm, field, row)).join();
  });
  return (field) => shown.split(',').includes(field);
}
