/** The form of Student Details and what can be done to it besides typing. */
import { useMemo, useState } from 'react';
import {
  withInstitution,
  type StudentValues,
  changedStudentsData,
  studentIdsOf,
  type StudentsStepValues,
} from '../../../domain/forms/student.ts';
import { studentName } from '../../../domain/forms/fields/names.ts';
import type { Institution, Loan } from '../../../domain/values/wire.ts';
import { useDomainForm } from '../../form/domain-form.tsx';
import type { DomainFormApi } from '../../form/form-context.ts';
import type { Draft } from '../drafted-step/draft.tsx';
import { useServices, useWizard } from '../shared/wizard.tsx';
import { studentsChecker } from './checker.ts';
import { formOf, rowsOf, type StudentsValues, typedOf } from './values.ts';

export type StudentsFormSetup = {
  loan: Loan;
  draft: Draft<StudentsStepValues>;
  /** The institution that the loan's link named, when it exists. */
  lockedInstitution: Institution | null;
};

export function useStudentsForm({ loan: current, draft, lockedInstitution }: StudentsFormSetup) {
  // The students that were read later are not in the form.
  const [loan] = useState(current);
  const wizard = useWizard();
  const today = useServices().today();
  const [defaultValues] = useState(() => formOf(draft.initial, lockedInstitution));
  const checker = useMemo(() => studentsChecker({ today }), [today]);
  const { form, formApi } = useDomainForm<StudentsValues>({
    defaultValues,
    checker,
    onChange: (values) => draft.store({ ...typedOf(values), known: studentIdsOf(loan) }),
    onValid: (values) => {
      const { institution } = values;
      if (institution && institution.id !== wizard.getSnapshot().context.institution?.id)
        wizard.send({ type: 'institution.chosen', institution });
      wizard.send({ type: 'students.submitted', changes: changedStudentsData(loan, rowsOf(values)) });
    },
  });
  return { form, formApi, actions: createActions(form, formApi) };
}

export type StudentsForm = ReturnType<typeof useStudentsForm>['form'];
export type StudentsFormActions = ReturnType<typeof useStudentsForm>['actions'];

function createActions(
  form: ReturnType<typeof useDomainForm<StudentsValues>>['form'],
  formApi: DomainFormApi,
) {
  const setRow = (row: StudentValues) => {
    form.setFieldValue(studentName(row.id), row, { dontValidate: true });
    formApi.notifyChange(studentName(row.id));
  };
  return {
    /** Fills inputs of one card from what it holds. */
    fill: (id: string, change: (row: StudentValues) => StudentValues) => {
      const row = form.state.values.el_details.students[id];
      if (row) setRow(change(row));
    },
    /** Sets the institution of all cards; without one they keep theirs until another is chosen. */
    chooseInstitution: (institution: Institution | null) => {
      form.setFieldValue('institution', institution, { dontValidate: true });
      for (const row of rowsOf(form.state.values))
        setRow(institution ? withInstitution(row, institution) : row);
    },
    addStudent: setRow,
    deleteStudent: (id: string) => {
      form.deleteField(studentName(id));
      formApi.notifyChange(studentName(id));
    },
  };
}
