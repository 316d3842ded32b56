import { expect, it } from 'vitest';
import { inScreenOrder } from './screen-order.ts';
import type { Loan } from '../values/wire.ts';

const loan = { el_details: { students: [{ id: 's2' }, { id: 's1' }] } } as Loan;

it('orders fields as on the screens: institution, student cards, then applicant sections', () => {
  const order = [
    'el_details.institution_id',
    'documents.fee_receipt',
    'el_details.students.s2.student_roll_no',
    'el_details.students.s2.annual_fee',
    'el_details.students.s1.student_name',
    'el_details.students.deleted.student_name',
    'documents.pan_photo',
    'personal_details.name',
    'personal_details.pan',
    'loan_details.emi_tenure',
    'loan_details.emi_amount',
    'personal_details.address.residence.pincode',
    'income_details.monthly_income',
    'unknown',
  ];
  expect(inScreenOrder(order.toReversed(), (name) => name, loan)).toEqual(order);
});
