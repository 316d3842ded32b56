/** Loans of the people in the stories, as the server answers about them. */
import type { Loan } from '../../../domain/values/wire.ts';
import { type ApplicantFixture, raman } from '../../e2e/support/fixtures.ts';
import { applicationData, studentsData } from '../../e2e/support/loans.ts';
import { emptyLoan } from '../../paths/subjects/wizard-loans.ts';

/** Created, nothing saved yet. */
export const newLoan = ({ create }: ApplicantFixture = raman): Loan => ({
  ...emptyLoan,
  personal_details: {
    ...emptyLoan.personal_details,
    name: create.Name,
    mobile: create['Mobile number'],
    email: create.Email,
  },
});

/** Student Details are saved. */
export function loanWithStudents(fixture = raman): Loan {
  const data = studentsData(fixture);
  return {
    ...newLoan(fixture),
    el_details: {
      institution_id: fixture.seeded.institution,
      institution_name: fixture.institution,
      course_id: fixture.seeded.courses[0] ?? null,
      students: data['el_details.students'] ?? [],
      order_value: fixture.seeded.orderValue,
      receipt_upload: false,
    },
  };
}

/** Submitted, and not pushed. */
export function submittedLoan(fixture = raman): Loan {
  const loan: Loan = { ...structuredClone(loanWithStudents(fixture)), status: 'submitted' };
  for (const [name, value] of Object.entries(applicationData(fixture))) {
    const parts = name.split('.');
    const last = parts.pop() ?? '';
    const owner = parts.reduce<unknown>((at, part) => Reflect.get(Object(at), part), loan);
    if (parts.length > 0) Reflect.set(Object(owner), last, value);
  }
  return loan;
}
