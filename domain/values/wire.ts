/** The contract's shapes under the names that the rules, the machines and the screens use. */
import type { components } from '../../openapi/generated.ts';

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
export type Conversation = Schemas['Conversation'];
export type ConversationKind = Schemas['ConversationKind'];
export type ConversationState = Schemas['ConversationState'];
export type Grievance = Schemas['Grievance'];
export type GrievanceOfficer = Schemas['GrievanceOfficer'];
export type GrievanceOutcome = Schemas['GrievanceOutcome'];
export type GrievanceRedressal = Schemas['GrievanceRedressal'];
export type StaffConversation = Schemas['StaffConversation'];
export type StandardAnswer = Schemas['StandardAnswer'];
export type ConversationPage = Schemas['ConversationPage'];
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
export type Nominee = Schemas['Nominee'];
export type CustomerSession = Schemas['CustomerSession'];
export type CustomerDevice = Schemas['Device'];
export type LenderLoanStage = Schemas['LenderLoanStage'];
export type PartnerKey = Schemas['PartnerKey'];
export type PartnerState = Schemas['PartnerState'];
export type PartnerApplication = Schemas['PartnerApplication'];
export type PartnerSelection = Schemas['PartnerSelection'];
export type MyLoan = Schemas['MyLoan'];
export type MyLoanPage = Schemas['MyLoanPage'];
export type ClaimableLoan = Schemas['ClaimableLoan'];
export type CustomerAgreement = Schemas['CustomerAgreement'];
export type AgreedPlan = Schemas['AgreedPlan'];
export type Offer = Schemas['Offer'];
export type Offers = Schemas['Offers'];
export type IssuedDocument = Schemas['IssuedDocument'];
export type KeyFactsStatement = Schemas['KeyFactsStatement'];
export type Servicing = Schemas['Servicing'];
export type PaymentOrder = Schemas['PaymentOrder'];
export type ReceivedPayment = Schemas['ReceivedPayment'];
export type ReturnedDebit = Schemas['ReturnedDebit'];
export type DebitReturnReason = Schemas['DebitReturnReason'];
export type PaymentPurpose = Schemas['PaymentPurpose'];
export type BookEntry = Schemas['BookEntry'];
export type Invoice = Schemas['Invoice'];
export type ForeclosureQuote = Schemas['ForeclosureQuote'];
export type PrepaymentQuote = Schemas['PrepaymentQuote'];
export type Consent = Schemas['Consent'];
export type LenderLoan = Schemas['LenderLoan'];
export type LenderPayment = Schemas['LenderPayment'];
export type HeldPayment = Schemas['HeldPayment'];
export type ServicingCase = Schemas['ServicingCase'];
export type OpenCase = Schemas['OpenCase'];
export type PaymentDecisionBody = Schemas['PaymentDecision'];
export type PaymentDecisionAnswerBody = Schemas['PaymentDecisionAnswer'];

/** The contract's shapes of the reviewer's desk under the names that its machines, screens and server use. */
export type Reviewer = Schemas['Reviewer'];
export type StaffRole = Schemas['StaffRole'];
export type Credentials = Schemas['SignIn'];
export type Invitation = Schemas['Invitation'];
export type AcceptInvitation = Schemas['AcceptInvitation'];
export type AcceptedInvitation = Schemas['AcceptedInvitation'];
export type PresentCredentials = Schemas['PresentCredentials'];
export type QueueSearch = Schemas['QueueSearch'];
export type QueuePage = Schemas['QueuePage'];
export type QueueItem = Schemas['QueueItem'];
export type QueueStage = QueueItem['stage'];

/** The stages stand in the order of the desk's tabs; the first is what waits for a reviewer. */
export const queueStages = [
  'to_review',
  'answered',
  'sent_back',
  'with_lender',
  'approved',
  'rejected',
] as const satisfies readonly QueueStage[];

/** Says whether a reviewer has something to do in the stage. */
export const waitsForReviewer = (stage: QueueStage): boolean => stage === 'to_review' || stage === 'answered';

export type Application = Schemas['Application'];
export type Change = Schemas['Change'];
export type ReviewedDocument = Schemas['ReviewedDocument'];
export type Presence = Schemas['Presence'];
export type ReviewActs = Schemas['ReviewActs'];
export type TimelineEntry = Schemas['TimelineEntry'];
export type TimelineAct = Schemas['TimelineAct'];

export const queueLimits = {
  /** The most applications that a queue counts; its pages go on behind that. */
  counted: 1000,
  /** A decision is promised within a day, in milliseconds. */
  lateAfterMs: 24 * 60 * 60 * 1000,
  /** The promise is broken by days after 3 days, in milliseconds. */
  veryLateAfterMs: 3 * 24 * 60 * 60 * 1000,
} as const;
