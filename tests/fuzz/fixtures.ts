/** Calls that the rules let through, so that what lies behind the checks is reached as well. */
import { comingProducts } from '../../domain/pages/coming-products.ts';
import { enums } from '../../domain/values/enums.ts';
import { interestConsentVersion } from '../../domain/forms/product-interest.ts';
import { pushRequestOf } from '../../domain/lending/push-request.ts';
import type { DocumentType, Loan } from '../../domain/values/wire.ts';
import type { OperationId } from '../../openapi/operations.ts';
import { application, birthDate, person, school, student } from '../support/form-values.ts';
import type { Random } from './random.ts';
import { demoReviewer } from '../../server/sandbox/demo-reviewer.ts';
import { contentKey } from '../../server/loans/document-keys.ts';
import { customerMobile, passingMobile, type Session } from './session.ts';
import { uuid } from './values.ts';

export type KnownDocument = { type: DocumentType; eTag: string; size: number; password?: string };

/** A loan that calls are about, with what earlier answers have told of it. */
export type KnownLoan = {
  id: string;
  token: string;
  mobile?: string;
  saved?: Loan;
  version?: number;
  /** The documents that were added to it before the run began. */
  documents?: readonly KnownDocument[];
};

type Call = { path?: Record<string, unknown>; header?: Record<string, string>; body?: unknown };

const randomStudent = (random: Random) =>
  student({
    id: uuid(random),
    annual_fee: 30_000 + random.whole(10_000),
    otherfees: random.whole(2500),
  });

const randomApplication = (random: Random) =>
  application(random.pick(['1234', '0002', '0003', '0004']), {
    'personal_details.gender': random.pick(enums.genders),
  });

/** Returns a new number, or one that many loans have, and which soon reaches its limit of messages. */
const randomPerson = (random: Random) => ({
  ...person,
  phone: random.pick([
    person.phone,
    customerMobile,
    `98${String(random.whole(100_000_000)).padStart(8, '0')}`,
  ]),
});

const pathOfContent = ({ id, documents = [] }: KnownLoan, random: Random) => {
  const { type, eTag } =
    documents.length > 0 ? random.pick(documents) : { type: 'pan_photo', eTag: '0'.repeat(64) };
  return { path: { id, document_type: type, e_tag: eTag } };
};

/** The body that adds a document whose content the loan has already. */
export const addedDocument = (
  { id }: KnownLoan,
  { type, eTag, size, password }: KnownDocument,
  uploadId: string,
): Record<string, unknown> => {
  const key = `private/${id}/${type}/${uploadId}`;
  return { loan_id: id, type, key, size, e_tag: eTag, ...(password && { password }) };
};

const nextMobile = '9840033333';

/** Called with the numbers to which passwords went, these operations get in. */
export const passwordOperations: readonly OperationId[] = [
  'reenterLoan',
  'signInCustomer',
  'claimLoan',
  'changeMobile',
];

const ownLoan = (_: KnownLoan, random: Random, { ownLoans }: Session): Call => ({
  path: { id: random.pick([...ownLoans.slice(-20), 'x']) },
});

/** The valid calls by operation; the others are made from their schemas. */
export const validCalls: {
  [Id in OperationId]?: (loan: KnownLoan, random: Random, session: Session) => Call;
} = {
  getInstitute: () => ({ path: { id: school.id } }),
  searchInstitutes: () => ({ path: { text: 'kaveri' } }),
  listCourses: () => ({ path: { id: school.id } }),
  listCourseOptions: () => ({ path: { id: school.id } }),
  listEmiOptions: () => ({ path: { id: school.course } }),
  listCities: () => ({ path: { state_id: 33 } }),
  listCitiesV2: () => ({ path: { id: 33 } }),
  getStateByName: () => ({ path: { name: 'kerala' } }),
  getPincode: () => ({ path: { pincode: '600004' } }),
  createLoan: (_, random) => ({ body: randomPerson(random) }),
  createLoanByWiderName: (_, random) => ({ body: randomPerson(random) }),
  createTestLoan: (_, random) => ({ body: randomPerson(random) }),
  saveStudents: (_, random) => ({
    body: {
      data: { 'el_details.institution_id': school.id, 'el_details.students': [randomStudent(random)] },
    },
  }),
  saveStudentV2: ({ id }, random) => ({ body: { loan_id: id, student: randomStudent(random) } }),
  saveApplication: (_, random) => ({ body: { data: randomApplication(random) } }),
  keepDraft: (_, random) => ({
    header: { 'If-Match': String(random.whole(3)) },
    body: { body: { student_name: 'K', fee: random.whole(9) } },
  }),
  requestReentry: ({ id }) => ({ path: { id } }),
  reenterLoan: ({ id, mobile = '' }, _, { passwords }) => ({
    path: { id },
    body: { otp: passwords.get(mobile) ?? '123456', dob: birthDate },
  }),
  exchangeAccessCode: ({ id }) => ({ path: { id }, body: { code: 'x'.repeat(43) } }),
  createAccessCode: ({ id }) => ({ path: { id }, body: { code: 'x'.repeat(43) } }),
  requestOtp: (_, random) => ({ body: { mobile: random.pick([customerMobile, passingMobile]) } }),
  signInCustomer: (_, random, { passwords }) => {
    const mobile = random.pick([customerMobile, passingMobile]);
    return { body: { mobile, otp: passwords.get(mobile) ?? '123456', dob: birthDate } };
  },
  requestClaim: ({ id }) => ({ path: { id } }),
  claimLoan: ({ id }, _, { passwords }) => ({
    path: { id },
    body: { otp: passwords.get(customerMobile) ?? '123456', dob: birthDate },
  }),
  endSession: (_, random, { sessionIds }) => ({ path: { id: random.pick([...sessionIds, 'x']) } }),
  signIn: () => ({ body: { email: demoReviewer.email, password: demoReviewer.password } }),
  addDocument: (loan, random) =>
    loan.documents ? { body: addedDocument(loan, random.pick(loan.documents), uuid(random)) } : {},
  addressOfDocument: pathOfContent,
  addressOfContent: pathOfContent,
  showDocumentPassword: pathOfContent,
  saveFeeReceipt: ({ id, documents = [] }) => {
    const receipt = documents.find(({ type }) => type === 'fee_receipt');
    const key = receipt ? contentKey({ loanId: id, type: 'fee_receipt', etag: receipt.eTag }) : 'x';
    return { path: { id }, body: { loan_id: id, fee_receipt: key } };
  },
  saveProfile: () => ({ body: { name: person.name, email: person.email } }),
  requestMobileChange: () => ({ body: { mobile: nextMobile } }),
  changeMobile: (_, __, { passwords }) => ({
    body: {
      mobile: nextMobile,
      otp: passwords.get(customerMobile) ?? '123456',
      new_otp: passwords.get(nextMobile) ?? '123456',
      dob: birthDate,
    },
  }),
  registerInterest: (_, random) => ({
    body: {
      product: random.pick(comingProducts),
      address: `parent${random.whole(1000)}@parent.example`,
      consent_version: interestConsentVersion,
      language: 'en',
    },
  }),
  saveStudentV3: ({ id }, random) => ({ body: { loan_id: id, student: randomStudent(random) } }),
  readMyLoan: ownLoan,
  readMyLoanV2: ownLoan,
  readLoanById: ownLoan,
  updateMyStudents: (loan, random, session) => ({
    ...ownLoan(loan, random, session),
    body: {
      data: { 'el_details.institution_id': school.id, 'el_details.students': [randomStudent(random)] },
    },
  }),
  searchApplications: () => ({ body: { page_length: 20 } }),
  createOnLender: ({ saved }) => ({ path: { lender_id: 15 }, ...(saved && { body: pushRequestOf(saved) }) }),
  receiveLenderEvent: (_, random) => ({ path: { lender_id: 15 }, body: { reference: `15-${uuid(random)}` } }),
  receiveProviderEvent: (_, random) => ({
    path: { provider: random.pick(['kyc', 'mandate', 'payments']) },
    body: { reference: uuid(random) },
  }),
  actOnApplication: ({ id, version = 1 }) => ({
    path: { id },
    body: {
      version,
      raise: [{ field: 'personal_details.pan', reason: 'other', message: 'Which one?' }],
    },
  }),
  pushApplication: ({ id, version = 1 }) => ({ path: { id }, body: { version } }),
};
