/** Student Details: who studies where, and what it costs (specification, sections 2 to 5). */
import { type ReactNode, useCallback, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { LockProvider } from '../../form/LockProvider.tsx';
import { type FieldLock, LockContext, useFieldLock } from '../../form/lock.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDraft } from '../draft.tsx';
import { useLock, useWizardState } from '../wizard.tsx';
import { StudentsForm } from './StudentsForm.tsx';
import { institutionName, isTyped, savedStudents } from './values.ts';

export default function StudentsScreen() {
  const loan = useWizardState((now) => now.context.loan);
  const institution = useWizardState((now) => now.context.institution);
  const lock = useLock();
  if (!loan) throw new Error('Student Details stands in a loan');
  const [saved] = useState(() => savedStudents(loan, institution));
  const draft = useDraft({ step: 'students', saved, isTyped });
  const locked = loan.locked_institute_id !== null && institution?.id === loan.locked_institute_id;
  if (draft.reading) return <Skeleton label={<FormattedMessage id="app.loading" />} fields={6} />;
  return (
    <LockProvider lock={lock}>
      <InstitutionLock locked={locked}>
        <StudentsForm
          key={draft.round}
          loan={loan}
          lock={lock}
          draft={draft}
          lockedInstitution={locked ? institution : null}
        />
      </InstitutionLock>
    </LockProvider>
  );
}

const locked: FieldLock = { access: 'locked', marked: true };

/** The institution of the link that led here stays, whoever else may change what (specification, section 2). */
function InstitutionLock({ locked: isLocked, children }: { locked: boolean; children: ReactNode }) {
  const lockOf = useFieldLock();
  const withInstitution = useCallback(
    (name: string) => (isLocked && name === institutionName ? locked : lockOf(name)),
    [isLocked, lockOf],
  );
  return <LockContext.Provider value={withInstitution}>{children}</LockContext.Provider>;
}
