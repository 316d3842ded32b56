/** The courses of an institution with their fees; one of them is chosen for the calculation. */
import { FormattedMessage } from 'react-intl';
import type { Course } from '../../../domain/wire.ts';
import { Card } from '../../ui/Card.tsx';
import { formatRupees, Money } from '../../ui/Money.tsx';
import './courses.css';

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
        <fieldset>
          <legend className="visually-hidden">
            <FormattedMessage id="institution.courses" />
          </legend>
          <div className="courses">
            {courses.map((course) => (
              <div key={course.id} className="course">
                <input
                  type="radio"
                  name="course"
                  id={`course-${course.id}`}
                  checked={course.id === chosen?.id}
                  aria-describedby={`course-${course.id}-fees`}
                  onChange={() => onChoose(course)}
                />
                <label htmlFor={`course-${course.id}`}>
                  <span className="course-title">{course.title}</span>
                  <span className="course-fee">
                    <Money rupees={course.fee ?? 0} />{' '}
                    <span className="course-unit">
                      <FormattedMessage id="institution.course.year" />
                    </span>
                  </span>
                </label>
                <p id={`course-${course.id}-fees`} className="course-fees text-muted">
                  <FormattedMessage
                    id="institution.course.fees"
                    values={{
                      admission: formatRupees(course.admission_fee ?? 0),
                      transport: formatRupees(course.transport_fee ?? 0),
                      other: formatRupees(course.other_fee ?? 0),
                    }}
                  />
                </p>
              </div>
            ))}
          </div>
        </fieldset>
      )}
    </Card>
  );
}
