/** The course of one student, which fills the fees. */
import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Course } from '../../../domain/wire.ts';
import { Input } from '../../form/Input.tsx';
import { ComboField } from '../../form/ComboField.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Courses } from './courses.ts';
import type { StudentsForm } from './form.ts';
import { rowName } from './values.ts';

export type CourseFieldProps = {
  form: StudentsForm;
  id: string;
  courses: Courses;
  onChoose: (course: Course) => void;
};

export function CourseField({ form, id, courses, onChoose }: CourseFieldProps) {
  const { list, waiting, loading, failed, retry } = courses;
  const items = useMemo(() => list.map(({ id, title }) => ({ value: String(id), label: title })), [list]);
  const saved = form.state.values.el_details.students[id]?.course_name;
  return (
    <>
      <Input
        as={ComboField}
        name={`${rowName(id)}.institution_course_id`}
        label="student.course.label"
        items={items}
        valueLabel={saved}
        loading={loading}
        empty={waiting && <FormattedMessage id="student.course.first" />}
        onChoose={(option) => {
          const course = list.find((one) => String(one.id) === option?.value);
          if (course) onChoose(course);
        }}
      />
      {failed && (
        <p role="alert">
          <FormattedMessage id="student.course.failed" />
          <Button kind="quiet" onPress={retry}>
            <FormattedMessage id="app.tryAgain" />
          </Button>
        </p>
      )}
    </>
  );
}
