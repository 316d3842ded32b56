/** The push request carries this to a lender (specification, section 7; decisions 10, 22 and 27). */
import type { Loan, PushRequest } from '../values/wire.ts';

/** Returns the push request of a saved loan. @throws if it was never submitted, so that data is missing */
export function pushRequestOf(loan: Loan): PushRequest {
  const { personal_details: person, employment_details: work, el_details: el } = loan;
  const bankCode = loan.bank_details.bank_code;
  const residence = person.address.residence;
  const student = el.students[0];
  return {
    loan_id: loan.loan_id,
    phone: person.mobile,
    email: person.email,
    ...splitName(person.name),
    panNo: required(person.pan, 'pan'),
    dob: required(person.dob, 'dob'),
    gender: required(person.gender, 'gender'),
    monthlyIncome: required(loan.income_details.monthly_income, 'monthly_income'),
    employmentType: required(work.employment_type, 'employment_type'),
    relationshipWithStudent: required(person.relationship_type, 'relationship_type'),
    address: required(residence.address, 'address'),
    city: required(residence.city, 'city'),
    state: required(residence.state, 'state'),
    pincode: required(residence.pincode, 'pincode'),
    ...(bankCode !== null && { bankCode }),
    studentName: required(student?.student_name, 'student_name'),
    studentDoB: required(student?.dob, 'student dob'),
    course_id: required(el.course_id, 'course_id'),
    course_tenure_id: required(loan.loan_details.emi_tenure_id, 'emi_tenure_id'),
    course_fee: required(el.order_value, 'order_value'),
    test: loan.test,
  };
}

/** Splits a name: its last word is the last name, the rest the first; one word is the first name (section 7). */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.pop() : '';
  return { firstName: words.join(' '), lastName: last ?? '' };
}

function required<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new Error(`A loan is pushed without its ${name}`);
  return value;
}
