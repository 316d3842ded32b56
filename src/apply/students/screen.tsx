/** Student Details: who studies where, and what it costs (specification, sections 2 to 5). */
import { type ReactNode, useCallback, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { studentToWire } from '../../../domain/student.ts';
import { type FieldLock, LockContext, useFieldLock } from '../../form/lock.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDraft } from '../draft.tsx';
import { Locked } from '../locked.tsx';
import type { StudentInputs } from '../queried/inputs.ts';
import { useWizardState } from '../wizard.tsx';
import { studentsChecker } from './checker.ts';
import { StudentsForm } from './StudentsForm.tsx';
import {
  changesOf,
  formOf,
  institutionName,
  savedStudents,
  studentsFromDraft,
  studentsWire,
  type TypedStudents,
} from './values.ts';

export default function StudentsScreen() {
  const loan = useWizardState(({ context }) => context.loan);
  const institution = useWizardState(({ context }) => context.institution);
  if (!loan) throw new Error('Student Details stands in a loan');
  const [saved] = useState(() => savedStudents(loan, institution));
  const draft = useDraft({ step: 'students', saved, fromDraft: studentsFromDraft });
  const named = institution?.id === loan.locked_institute_id ? institution : null;
  if (draft.reading) return <Skeleton label={<FormattedMessage id="app.loading" />} fields={6} />;
  return (
    <div className="stack">
      <Locked step="students">
        <InstitutionLock locked={named !== null}>
          <StudentsForm key={draft.resetKey} loan={loan} draft={draft} lockedInstitution={named} />
        </InstitutionLock>
      </Locked>
    </div>
  );
}

/** The inputs as query mode asks about them. */
export const inputs: StudentInputs<TypedStudents> = {
  saved: savedStudents,
  fromDraft: studentsFromDraft,
  wire: studentsWire,
  check: (typed, { today }, only) => studentsChecker({ today }).checkAll(formOf(typed, null), only),
  changes: (loan, { students }) => changesOf(loan, students),
  rows: ({ students }) => students.map(studentToWire),
};

const locked: FieldLock = { access: 'locked', marked: true };

/** The institution of the link that led here stays, whoever else may change what (specification, section 2). */
function InstitutionLock({ locked: isLocked, children }: { locked: boolean; children: ReactNode }) {
  const lockOf = useFieldLock();
  const withInstitution = useCallback(
    (name: string) => (isLocked && name === institutionName ? { ...lockOf(name), ...locked } : lockOf(name)),
    [isLocked, lockOf],
  );
  return <LockContext.Provider value={withInstitution}>{children}</LockContext.Provider>;
}
