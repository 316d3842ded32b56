/** The courses of an institution with their fees; one of them is chosen for the calculation. */
import { FormattedMessage } from 'react-intl';
import type { Course } from '../../../domain/wire.ts';
import { Card } from '../../ui/Card.tsx';
import { formatRupees } from '../../ui/Money.tsx';
import { RadioRow, RadioRows } from '../../ui/RadioRows.tsx';

export interface CoursesProps {
  courses: readonly Course[];
  chosen: Course | undefined;
  onChoose: (course: Course) => void;
}

export function Courses({ courses, chosen, onChoose }: CoursesProps) {
  return (
    <Card title={<FormattedMessage id="institution.courses" />}>
      {courses.length === 0 ? (
        <p>
          <FormattedMessage id="institution.courses.none" />
        </p>
      ) : (
        <RadioRows legend={<FormattedMessage id="institution.courses" />}>
          {courses.map((course) => (
            <RadioRow
              key={course.id}
              name="course"
              value={String(course.id)}
              checked={course.id === chosen?.id}
              onChoose={() => onChoose(course)}
              title={course.title}
              amount={course.fee ?? 0}
              unit={<FormattedMessage id="institution.course.year" />}
              note={
                <FormattedMessage
                  id="institution.course.fees"
                  values={{
                    admission: formatRupees(course.admission_fee ?? 0),
                    transport: formatRupees(course.transport_fee ?? 0),
                    other: formatRupees(course.other_fee ?? 0),
                  }}
                />
              }
            />
          ))}
        </RadioRows>
      )}
    </Card>
  );
}
