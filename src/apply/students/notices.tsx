/** The notices of Student Details: information before the inputs, and data that could not be read. */
import type { ReactNode } from 'react';
import { limits } from '../../../domain/values/limits.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CarriedNotice } from '../shared/carried-notice.tsx';
import { useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useStudent } from './student-context.ts';

/** Shows the information before the first input. */
export function StudentNotices({ hasInstitution }: { hasInstitution: boolean }) {
  const notFound = useWizardState((now) => now.context.institutionMissing);
  const isFromAddress = useWizardState(({ context }) => context.loan?.locked_institute_id != null);
  return (
    <>
      <CarriedNotice step="students">{t('student.carried.help')}</CarriedNotice>
      {notFound && !hasInstitution && (
        <Banner
          kind="notice"
          title={t(isFromAddress ? 'student.institution.missing' : 'student.institution.gone')}
        />
      )}
    </>
  );
}

/** Says that the maximum number of students is reached. */
export const MaxStudentsNotice = () => (
  <p>{t('student.error.maxStudents', { maximum: String(limits.maxStudents) })}</p>
);

export const CoursesFailed = () => (
  <ReadingFailed onRetry={useStudent().courses.retry}>{t('student.course.failed')}</ReadingFailed>
);

export const UnlistedFailed = ({ onRetry }: { onRetry: () => void }) => (
  <ReadingFailed onRetry={onRetry}>{t('student.unlisted.failed')}</ReadingFailed>
);

const ReadingFailed = ({ children, onRetry }: { children: ReactNode; onRetry: () => void }) => (
  <p role="alert">
    {children}
    <Button kind="quiet" onPress={onRetry}>
      {t('app.tryAgain')}
    </Button>
  </p>
);
