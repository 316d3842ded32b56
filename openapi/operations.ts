/** Written by `npm run generate` from openapi.yaml: the method, path and caller of each operation. */
import type { operations as Shapes, paths } from './generated.ts';

/**
 * The caller's proof: an API key; the key and `x-loan-token`; a reviewer's session; the desk's own page; the signature
 * of a lender or provider; a customer's access token; a partner's secret key or a member's access token; none. The
 * token of a customer also counts as a key, and as the token of a loan that the customer owns.
 */
export type Caller = 'key' | 'loan' | 'staff' | 'visitor' | 'webhook' | 'customer' | 'partner' | 'anyone';

export type OperationId = keyof Shapes;

export type Operation = readonly ['get' | 'put' | 'post' | 'patch' | 'delete', keyof paths, Caller];

/** A page brings along its own operations alone. */
export type OperationTable = Partial<Record<OperationId, Operation>>;

/** The operations of applicants, and those of everybody that the embedded flow calls too. */
export const applicantOperations = {
  listStates: ['get', '/masters/state_master', 'key'],
  listCities: ['get', '/masters/city_master/{state_id}', 'key'],
  getPincode: ['get', '/masters/pincode_master/{pincode}', 'key'],
  listBanks: ['get', '/masters/bank_master', 'key'],
  verifyEmail: ['get', '/loans/verify-email/{email}', 'key'],
  createLoan: ['post', '/v3/lender/loan/', 'key'],
  saveStudents: ['put', '/v3/lender/loan/{id}', 'loan'],
  getLoan: ['get', '/v3/student/by-loan/{id}', 'loan'],
  saveApplication: ['put', '/loans/{id}', 'loan'],
  readSubmissionConsents: ['get', '/loans/submission-consents/{id}', 'loan'],
  saveFeeReceipt: ['put', '/v3/lender/loan/by-id/{id}', 'loan'],
  issueStorageCredentials: ['post', '/v2/loan-document/credentials/{id}', 'loan'],
  listDocuments: ['get', '/v2/loan-document/by-loan/{id}', 'loan'],
  addressOfDocument: ['get', '/v2/loan-document/by-loan/{id}/{document_type}', 'loan'],
  removeDocument: ['delete', '/v2/loan-document/by-loan/{id}/{document_type}', 'loan'],
  addDocument: ['post', '/v2/loan-document/add-document/', 'loan'],
  listDocumentsByReason: ['get', '/v2/documents/by-reason/{reason}', 'key'],
  getDraft: ['get', '/v3/loan-draft/{id}/{step}', 'loan'],
  keepDraft: ['put', '/v3/loan-draft/{id}/{step}', 'loan'],
  createOnLender: ['post', '/loans/create-on-lender/{lender_id}', 'loan'],
  refreshVerdict: ['post', '/v3/lender/loan/push/by-id/{id}', 'loan'],
  requestReentry: ['post', '/v3/loan-reentry/{id}', 'key'],
  reenterLoan: ['post', '/v3/loan-reentry/{id}/token', 'key'],
  createAccessCode: ['post', '/v3/loan-reentry/{id}/code', 'loan'],
  exchangeAccessCode: ['post', '/v3/loan-reentry/{id}/code/token', 'key'],
  getInstitute: ['get', '/institute/by-id/{id}', 'anyone'],
  searchInstitutes: ['get', '/institute/by-name/{text}', 'anyone'],
  listCourses: ['get', '/institute/course/by-institute/{id}', 'anyone'],
  listEmiOptions: ['get', '/institute/course-emi/by-course/{id}', 'anyone'],
  readGrievanceRedressal: ['get', '/contact/grievance-redressal', 'anyone'],
} as const satisfies OperationTable;

/** The operations of the reviewer's desk. */
export const deskOperations = {
  readLenderLoans: ['get', '/review/lender-loans/{id}', 'staff'],
  addressOfIssuedDocument: ['get', '/review/lender-loans/{id}/issued-documents/{document_id}', 'staff'],
  decidePayment: ['post', '/review/lender-loans/{id}/payments/{payment_id}/decision', 'staff'],
  answerPaymentDecision: ['post', '/review/lender-loans/{id}/payments/{payment_id}/decision/answer', 'staff'],
  listOpenCases: ['get', '/review/cases', 'staff'],
  closeCase: ['post', '/review/cases/{case_id}/closing', 'staff'],
  listHeldPayments: ['get', '/review/payments', 'staff'],
  moveLenderLoan: ['post', '/v3/lender/loan/stage/{id}', 'staff'],
  currentReviewer: ['get', '/review/session', 'staff'],
  signIn: ['post', '/review/session', 'visitor'],
  signOut: ['delete', '/review/session', 'staff'],
  readInvitation: ['post', '/review/invitations/read', 'visitor'],
  acceptInvitation: ['post', '/review/invitations/accept', 'visitor'],
  changePassword: ['put', '/review/password', 'staff'],
  replaceSecondFactor: ['post', '/review/second-factor', 'staff'],
  countWaiting: ['get', '/review/waiting', 'staff'],
  searchApplications: ['post', '/review/applications/search', 'staff'],
  getApplication: ['get', '/review/applications/{id}', 'staff'],
  actOnApplication: ['post', '/review/applications/{id}/acts', 'staff'],
  pushApplication: ['post', '/review/applications/{id}/push', 'staff'],
  getTimeline: ['get', '/review/applications/{id}/timeline', 'staff'],
  addNote: ['post', '/review/applications/{id}/notes', 'staff'],
  keepPresence: ['post', '/review/applications/{id}/presence', 'staff'],
  addressOfContent: ['get', '/review/applications/{id}/documents/{document_type}/{e_tag}', 'staff'],
  showDocumentPassword: [
    'post',
    '/review/applications/{id}/documents/{document_type}/{e_tag}/password',
    'staff',
  ],
  searchConversations: ['post', '/review/conversations/search', 'staff'],
  readConversation: ['get', '/review/conversations/{conversation_id}', 'staff'],
  answerConversation: ['post', '/review/conversations/{conversation_id}/answers', 'staff'],
  closeConversation: ['post', '/review/conversations/{conversation_id}/closing', 'staff'],
  readNomineeOfCustomer: ['get', '/review/conversations/{conversation_id}/nominee', 'staff'],
  listStandardAnswers: ['get', '/review/standard-answers', 'staff'],
  addStandardAnswer: ['post', '/review/standard-answers', 'staff'],
  updateStandardAnswer: ['put', '/review/standard-answers/{answer_id}', 'staff'],
  deleteStandardAnswer: ['delete', '/review/standard-answers/{answer_id}', 'staff'],
} as const satisfies OperationTable;

/** The operations of customers, besides those of applicants, and what members of a partner call. */
export const customerOperations = {
  startKyc: ['post', '/digio/kyc', 'customer'],
  regenerateKycToken: ['post', '/digio/kyc-regenerate-token', 'customer'],
  createMandate: ['post', '/customer/loans/{id}/mandate', 'customer'],
  withdrawMandate: ['delete', '/customer/loans/{id}/mandate', 'customer'],
  createPaymentOrder: ['post', '/customer/loans/{id}/payment-orders', 'customer'],
  readPaymentOrder: ['get', '/customer/loans/{id}/payment-orders/{order_id}', 'customer'],
  requestSignature: ['post', '/customer/loans/{id}/agreement/signature-request', 'customer'],
  signAgreement: ['post', '/customer/loans/{id}/agreement/signature', 'customer'],
  requestOtp: ['post', '/customer/otp', 'anyone'],
  signInCustomer: ['post', '/customer/session', 'anyone'],
  signOutCustomer: ['delete', '/customer/session', 'anyone'],
  refreshSession: ['post', '/customer/session/refresh', 'anyone'],
  listSessions: ['get', '/customer/sessions', 'customer'],
  endSessions: ['delete', '/customer/sessions', 'customer'],
  endSession: ['delete', '/customer/sessions/{id}', 'customer'],
  readProfile: ['get', '/customer/profile', 'customer'],
  saveProfile: ['put', '/customer/profile', 'customer'],
  exportMyData: ['get', '/customer/data', 'customer'],
  readNominee: ['get', '/customer/nominee', 'customer'],
  saveNominee: ['put', '/customer/nominee', 'customer'],
  requestMobileChange: ['post', '/customer/profile/mobile/otp', 'customer'],
  changeMobile: ['put', '/customer/profile/mobile', 'customer'],
  listClaimableLoans: ['get', '/customer/loans/claimable', 'customer'],
  requestClaim: ['post', '/customer/loans/{id}/claim/otp', 'customer'],
  claimLoan: ['post', '/customer/loans/{id}/claim', 'customer'],
  listOffers: ['get', '/customer/loans/{id}/offers', 'customer'],
  createKeyFacts: ['post', '/customer/loans/{id}/offers/{offer_id}/key-facts', 'customer'],
  acceptOffer: ['post', '/customer/loans/{id}/offers/{offer_id}/acceptance', 'customer'],
  declineOffer: ['post', '/customer/loans/{id}/offers/{offer_id}/refusal', 'customer'],
  acknowledgeKeyFacts: [
    'put',
    '/customer/loans/{id}/issued-documents/{document_id}/acknowledgement',
    'customer',
  ],
  readIssuedDocument: ['get', '/customer/loans/{id}/issued-documents/{document_id}/content', 'customer'],
  readServicing: ['get', '/customer/loans/{id}/servicing', 'customer'],
  requestCancellation: ['post', '/customer/loans/{id}/cancellation', 'customer'],
  listInvoices: ['get', '/customer/loans/{id}/invoices', 'customer'],
  createStatement: ['post', '/customer/loans/{id}/statement', 'customer'],
  readForeclosureQuote: ['get', '/customer/loans/{id}/foreclosure-quote', 'customer'],
  readPrepaymentQuote: ['get', '/customer/loans/{id}/prepayment-quote', 'customer'],
  listConsents: ['get', '/customer/consents', 'customer'],
  withdrawConsent: ['delete', '/customer/consents/{id}', 'customer'],
  listAgreements: ['get', '/customer/agreements', 'customer'],
  listMyLoans: ['get', '/loans/get-my-loans', 'customer'],
  readMyLoan: ['get', '/loans/get-my-loan-by-id/{id}', 'customer'],
  readMyLoanV2: ['get', '/v2/loan/my-loan-by-id/{id}', 'customer'],
  readLoanById: ['get', '/loans/by-id/{id}', 'customer'],
  createMyLoan: ['post', '/loans/create-my-loan-application', 'customer'],
  updateMyStudents: ['put', '/loans/update-children-in-my-loan/{id}', 'customer'],
  startConversation: ['post', '/contact/conversations', 'anyone'],
  listMyConversations: ['get', '/customer/conversations', 'customer'],
  startMyConversation: ['post', '/customer/conversations', 'customer'],
  continueMyConversation: ['post', '/customer/conversations/{conversation_id}/messages', 'customer'],
  registerInterest: ['post', '/contact/product-interests', 'anyone'],
  readPartner: ['get', '/partner', 'partner'],
  countPartnerApplications: ['get', '/partner/counts', 'partner'],
  listPartnerApplications: ['post', '/partner/applications/search', 'partner'],
  exportPartnerApplications: ['post', '/partner/applications/export', 'partner'],
} as const satisfies OperationTable;

/** The events of lenders and of providers. */
export const webhookOperations = {
  receiveLenderEvent: ['post', '/lenders/{lender_id}/webhooks', 'webhook'],
  receiveProviderEvent: ['post', '/providers/{provider}/events', 'webhook'],
} as const satisfies OperationTable;

/** The operations that no page of ours calls. */
export const integratorOperations = {
  listCoursesPaged: ['get', '/institute/courses', 'key'],
  listCourseOptions: ['get', '/general/getCoursesForInstitutionAsOption/{id}', 'key'],
  listStatesV2: ['get', '/v2/state', 'key'],
  getStateByName: ['get', '/v2/state/by-name/{name}', 'key'],
  listCitiesV2: ['get', '/v2/city/by-state/{id}', 'key'],
  createLoanByWiderName: ['post', '/loans/create', 'key'],
  saveStudentV2: ['post', '/v2/student/', 'loan'],
  saveStudentV3: ['post', '/v3/student/', 'loan'],
  createTestLoan: ['post', '/v3/lender/loan/test/', 'key'],
  readLenderLoan: ['get', '/v3/lender/loan/by-id/{id}', 'loan'],
  checkLenderPayments: ['get', '/v3/lender/loan/payment-check/{id}', 'staff'],
  listAllInvoices: ['get', '/v3/lender/loan/invoices/all/{id}', 'staff'],
  listUnpaidInvoices: ['get', '/v3/lender/loan/invoices/unpaid/{id}', 'staff'],
  listPaidInvoices: ['get', '/v3/lender/loan/invoices/paid/{id}', 'staff'],
} as const satisfies OperationTable;

/** Marked as pure, so that a bundle that does not use it leaves it out. */
export const operations = /* @__PURE__ */ (() => ({
  ...applicantOperations,
  ...deskOperations,
  ...customerOperations,
  ...webhookOperations,
  ...integratorOperations,
}))() satisfies Record<OperationId, Operation>;
