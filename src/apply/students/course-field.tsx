/** The course of one student, which fills the fees. */
import { useMemo } from 'react';
import { withCourse } from '../../../domain/forms/student.ts';
import type { RowFieldProps } from '../../form/catalogue-fields.tsx';
import { ComboField } from '../../form/combo-field.tsx';
import { FormField } from '../../form/form-field.tsx';
import { t } from '../../i18n/text.tsx';
import { CoursesFailed } from './notices.tsx';
import { useStudent } from './student-context.ts';

export function CourseField({ name, row }: RowFieldProps) {
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
