/** The contract's shapes under the names that the rules, the machines and the screens use. */
import type { components } from '../openapi/generated.ts';

type Schemas = components['schemas'];

export type Loan = Schemas['Loan'];
export type Presentation = Loan['presentation'];
export type FieldOnRequest = Loan['asked_fields'][number];
export type LoanStatus = Loan['status'];
export type Query = Loan['queries'][number];
export type QueryState = Query['state'];
export type Language = Loan['language'];
export type CreatedLoan = Schemas['CreatedLoan'];
export type Student = Schemas['Student'];
export type StudentsData = Schemas['StudentsData'];
export type ApplicationData = Schemas['ApplicationData'];
export type Institution = Schemas['Institution'];
export type Course = Schemas['Course'];
export type EmiOption = Schemas['EmiOption'];
export type LenderResult = Schemas['LenderResult'];
export type PushRequest = Schemas['PushRequest'];
export type Problem = Schemas['Problem'];
export type FieldError = Schemas['FieldError'];
export type DocumentType = Schemas['DocumentType'];
export type DocumentReason = Schemas['DocumentReason'];
export type DocumentNeed = Schemas['DocumentNeed'];
export type AddressProof = Schemas['AddressProof'];
export type DocumentContent = Schemas['DocumentContent'];
export type LoanDocument = Schemas['LoanDocument'];
export type RequestedDocument = Schemas['RequestedDocument'];
export type StorageCredentials = Schemas['StorageCredentials'];
export type Profile = Schemas['Profile'];
export type CustomerSession = Schemas['CustomerSession'];
export type CustomerDevice = Schemas['Device'];
export type PartnerKey = Schemas['PartnerKey'];
export type MyLoan = Schemas['MyLoan'];
export type MyLoanPage = Schemas['MyLoanPage'];
export type ClaimableLoan = Schemas['ClaimableLoan'];
export type CustomerAgreement = Schemas['CustomerAgreement'];
