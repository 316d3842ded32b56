/** Student Details: the students, their institution and courses, and the fees (specification, sections 2 to 5). */
import { type ReactNode, useCallback, useState } from 'react';
import { institutionFieldName, savedStudents, studentsFromDraft } from '../../../domain/forms/student.ts';
import { type FieldLock, LockContext, useFieldLock } from '../../form/lock.ts';
import { useDraft } from '../drafted-step/draft.tsx';
import { FieldLockProvider } from '../drafted-step/field-lock.tsx';
import { useServices, useWizardState } from '../shared/wizard.tsx';
import { LoadingScreen } from '../page/status-pages.tsx';
import { StudentsForm } from './students-form.tsx';

export default function StudentsScreen() {
  const loan = useWizardState(({ context }) => context.loan);
  const institution = useWizardState(({ context }) => context.institution);
  if (!loan) throw new Error('Student Details belongs to a loan');
  const { today } = useServices();
  const [saved] = useState(() => savedStudents(loan, institution, today()));
  const draft = useDraft({ step: 'students', loan, saved, fromDraft: studentsFromDraft });
  const named = institution?.id === loan.locked_institute_id ? institution : null;
  if (draft.reading) return <LoadingScreen />;
  return (
    <div className="stack">
      <FieldLockProvider step="students">
        <InstitutionLock locked={named !== null}>
          <StudentsForm key={draft.resetKey} loan={loan} draft={draft} lockedInstitution={named} />
        </InstitutionLock>
      </FieldLockProvider>
    </div>
  );
}

const locked: FieldLock = { access: 'locked', isLockLabelled: true };

/** Locks the institution of the link that led here, regardless of other locks (specification, section 2). */
function InstitutionLock({ locked: isLocked, children }: { locked: boolean; children: ReactNode }) {
  const lockOf = useFieldLock();
  const withInstitution = useCallback(
    (name: string) =>
      isLocked && name === institutionFieldName ? { ...lockOf(name), ...locked } : lockOf(name),
    [isLocked, lockOf],
  );
  return <LockContext.Provider value={withInstitution}>{children}</LockContext.Provider>;
}
