/** What Student Details can be read and filled in without. */
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { studentFieldName } from '../../../domain/fields/names.ts';
import { limits } from '../../../domain/limits.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CarriedNotice } from '../CarriedNotice.tsx';
import { lazyOverlays } from '../lazy-overlays.ts';
import { loadSecondaryChunk } from '../secondary-chunk.ts';
import { useWizardState } from '../wizard.tsx';
import { useStudent } from './student-context.ts';
import { rowsOf } from './values.ts';

export { ComplaintLink } from '../ComplaintLink.tsx';
export { StudentOverlay } from './dialogs.tsx';

/** What there is to know before the first input. */
export function StudentNotices({ hasInstitution }: { hasInstitution: boolean }) {
  const notFound = useWizardState((now) => now.context.institutionMissing);
  const isFromAddress = useWizardState(({ context }) => context.loan?.locked_institute_id != null);
  return (
    <>
      <CarriedNotice step="students">
        <FormattedMessage id="student.carried.help" />
      </CarriedNotice>
      {notFound && !hasInstitution && (
        <Banner
          kind="notice"
          title={
            <FormattedMessage
              id={isFromAddress ? 'student.institution.missing' : 'student.institution.gone'}
            />
          }
        />
      )}
    </>
  );
}

const FamilyNameSuggestions = lazyOverlays(loadSecondaryChunk, [])((all) => all.FamilyNameSuggestions);

/** With the family name of the other students, or of the applicant. */
export function StudentNameSuggestions() {
  const { id, form } = useStudent();
  const applicant = useWizardState(({ context }) => context.loan?.personal_details.name ?? '');
  const knownNames = () => {
    const siblings = rowsOf(form.state.values).filter((row) => row.id !== id);
    return [...siblings.map((row) => row.student_name), applicant];
  };
  return <FamilyNameSuggestions name={studentFieldName(id, 'student_name')} knownNames={knownNames} />;
}

/** No further student can be added. */
export const MaxStudents = () => (
  <p>
    <FormattedMessage id="student.error.maxStudents" values={{ maximum: String(limits.maxStudents) }} />
  </p>
);

export const CoursesFailed = () => (
  <ReadingFailed onRetry={useStudent().courses.retry}>
    <FormattedMessage id="student.course.failed" />
  </ReadingFailed>
);

export const UnlistedFailed = ({ onRetry }: { onRetry: () => void }) => (
  <ReadingFailed onRetry={onRetry}>
    <FormattedMessage id="student.unlisted.failed" />
  </ReadingFailed>
);

const ReadingFailed = ({ children, onRetry }: { children: ReactNode; onRetry: () => void }) => (
  <p role="alert">
    {children}
    <Button kind="quiet" onPress={onRetry}>
      <FormattedMessage id="app.tryAgain" />
    </Button>
  </p>
);
