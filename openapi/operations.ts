/** Written by `npm run generate` from openapi.yaml. Each operation's method, path and who may call it. */
import type { operations as Shapes, paths } from './generated.ts';

/**
 * Whoever has an API key, or the key and `x-loan-token`, or a reviewer's session, or anybody on the desk's own page.
 */
export type Caller = 'key' | 'loan' | 'staff' | 'visitor';

export type OperationId = keyof Shapes;

export const operations = {
  getInstitute: ['GET', '/institute/by-id/{id}', 'key'],
  searchInstitutes: ['GET', '/institute/by-name/{text}', 'key'],
  listCourses: ['GET', '/institute/course/by-institute/{id}', 'key'],
  listEmiOptions: ['GET', '/institute/course-emi/by-course/{id}', 'key'],
  listStates: ['GET', '/masters/state_master', 'key'],
  listCities: ['GET', '/masters/city_master/{state_id}', 'key'],
  getPincode: ['GET', '/masters/pincode_master/{pincode}', 'key'],
  listBanks: ['GET', '/masters/bank_master', 'key'],
  verifyEmail: ['GET', '/loans/verify-email/{email}', 'key'],
  createLoan: ['POST', '/v3/lender/loan/', 'key'],
  createLoanByWiderName: ['POST', '/loans/create', 'key'],
  saveStudents: ['PUT', '/v3/lender/loan/{id}', 'loan'],
  getLoan: ['GET', '/v3/student/by-loan/{id}', 'loan'],
  saveApplication: ['PUT', '/loans/{id}', 'loan'],
  saveFeeReceipt: ['PUT', '/v3/lender/loan/by-id/{id}', 'loan'],
  issueStorageCredentials: ['POST', '/v2/loan-document/credentials/{id}', 'loan'],
  listDocuments: ['GET', '/v2/loan-document/by-loan/{id}', 'loan'],
  addressOfDocument: ['GET', '/v2/loan-document/by-loan/{id}/{document_type}', 'loan'],
  removeDocument: ['DELETE', '/v2/loan-document/by-loan/{id}/{document_type}', 'loan'],
  addDocument: ['POST', '/v2/loan-document/add-document/', 'loan'],
  listDocumentsByReason: ['GET', '/v2/documents/by-reason/{reason}', 'key'],
  getDraft: ['GET', '/v3/loan-draft/{id}/{step}', 'loan'],
  keepDraft: ['PUT', '/v3/loan-draft/{id}/{step}', 'loan'],
  createOnLender: ['POST', '/loans/create-on-lender/{lender_id}', 'loan'],
  requestReentry: ['POST', '/v3/loan-reentry/{id}', 'key'],
  reenterLoan: ['POST', '/v3/loan-reentry/{id}/token', 'key'],
  currentReviewer: ['GET', '/review/session', 'staff'],
  signIn: ['POST', '/review/session', 'visitor'],
  signOut: ['DELETE', '/review/session', 'staff'],
  searchApplications: ['POST', '/review/applications/search', 'staff'],
  getApplication: ['GET', '/review/applications/{id}', 'staff'],
  actOnApplication: ['POST', '/review/applications/{id}/acts', 'staff'],
  pushApplication: ['POST', '/review/applications/{id}/push', 'staff'],
  getTimeline: ['GET', '/review/applications/{id}/timeline', 'staff'],
  keepPresence: ['POST', '/review/applications/{id}/presence', 'staff'],
  addressOfContent: ['GET', '/review/applications/{id}/documents/{document_type}/{e_tag}', 'staff'],
} as const satisfies Record<
  OperationId,
  readonly ['GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', keyof paths, Caller]
>;
