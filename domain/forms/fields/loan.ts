/** The loan's fields outside the two forms: shared by the students, given at the start, or derived. */
import type { DocumentType } from '../../values/wire.ts';
import { addressLines } from './applicant.ts';
import { institutionFields } from './institution.ts';
import { anyStudentField, documentFieldName } from './names.ts';
import { inSection } from './row.ts';

const derived = { kind: 'text', derived: true } as const;

/** The labels of the document types, as message ids. */
export const documentLabels = {
  fee_receipt: 'document.type.fee_receipt',
  aadhaar_front: 'document.type.aadhaar_front',
  aadhaar_back: 'document.type.aadhaar_back',
  pan_photo: 'document.type.pan_photo',
  passport_photo: 'document.type.passport_photo',
  current_address_proof: 'document.type.current_address_proof',
  cancelled_cheque: 'document.type.cancelled_cheque',
  pay_slip_last_month: 'document.type.pay_slip_last_month',
  pay_slip_month_before: 'document.type.pay_slip_month_before',
  bank_statement_3_months: 'document.type.bank_statement_3_months',
  business_bank_statement_6_months: 'document.type.business_bank_statement_6_months',
  personal_bank_statement_2_months: 'document.type.personal_bank_statement_2_months',
  itr_latest_year: 'document.type.itr_latest_year',
  financials_latest_year: 'document.type.financials_latest_year',
  fee_demand_letter: 'document.type.fee_demand_letter',
} as const satisfies Record<DocumentType, string>;

const document = (type: DocumentType) => ({ kind: 'document' as const, label: documentLabels[type] });

const isReceipt = (type: string) => type === 'fee_receipt';

const documentRows = (types: readonly DocumentType[]) =>
  Object.fromEntries(types.map((type) => [documentFieldName(type), document(type)]));

const documentTypes = Object.keys(documentLabels) as DocumentType[];

/** The rows by full name; fields that no reviewer flags are derived. */
export const loanFields = {
  ...institutionFields,
  ...inSection('institution', {
    'el_details.institution_name': {
      ...derived,
      label: 'student.institution.label',
      dependsOn: ['el_details.institution_id'],
    },
    'el_details.course_id': {
      ...derived,
      label: 'student.course.label',
      dependsOn: [anyStudentField('institution_course_id')],
    },
    'el_details.order_value': { ...derived, kind: 'money', label: 'student.total.label' },
    // The receipt is shown with the institution, the other documents on the applicant's page.
    ...documentRows(documentTypes.filter(isReceipt)),
    fee_receipt: {
      ...derived,
      label: documentLabels.fee_receipt,
      dependsOn: [documentFieldName('fee_receipt')],
    },
  }),
  // Calculated for the reviewer from the fees and the plan.
  ...inSection('emi', {
    'loan_details.emi_amount': {
      ...derived,
      kind: 'money',
      label: 'applicant.emi.amount',
      dependsOn: ['loan_details.emi_tenure_id'],
      isConsequence: true,
    },
  }),
  ...inSection('documents', documentRows(documentTypes.filter((type) => !isReceipt(type)))),
  // Given on the first screen.
  ...inSection('person', {
    'personal_details.mobile': { ...derived, kind: 'phone', label: 'create.phone.label' },
    'personal_details.email': { ...derived, kind: 'email', label: 'create.email.label' },
  }),
  // Clients of the API may send these lines, although no screen asks for them.
  ...inSection('residence', addressLineRows('personal_details.address.residence.')),
  ...inSection('permanent', addressLineRows('personal_details.address.permanent.')),
};

function addressLineRows(address: string) {
  const names = addressLines.filter((name) => name.startsWith(address));
  const row = { kind: 'text', label: 'review.field.addressLine' } as const;
  return Object.fromEntries(names.map((name) => [name, row]));
}

/** Given on the first screen, and read with the applicant's own details. */
export const contactFields = ['personal_details.mobile', 'personal_details.email'] as const;
