/** The input, the context and the events of the wizard. */
import type { Order } from '../../domain/lending/loan-order.ts';
import type { Place } from '../../domain/pages/steps.ts';
import type {
  ApplicationData,
  DocumentType,
  EmiOption,
  Institution,
  LenderResult,
  Loan,
  StudentsData,
} from '../../domain/values/wire.ts';
import type { DraftActorRef, DraftStep } from '../draft.ts';
import type { LookupActorRef } from '../lookup.ts';
import type { Failure } from '../outcome.ts';

/** The applicant, as entered in the create form. */
export interface Person {
  name: string;
  phone: string;
  email: string;
}

/** An application that the same person began on the same day for the same institution. */
export interface EarlierLoan {
  loanId: string;
  /** Null while none was chosen. */
  institution: string | null;
}

/** The address of the page at the start. */
export interface WizardInput {
  hasKey: boolean;
  loanId: string | null;
  place: Place;
  /** The verdict that the tab showed last, as in the context; absent where it showed none. */
  seenVerdict?: string | null;
}

/** A look-up: the bank of an IFSC code, or the place of an address's pincode. */
export type LookupField = 'bank' | 'residence' | 'permanent' | 'office';

/** The last failure, until the user has dismissed it. */
export type Alert = Failure;

/** The effect of changed fees on the chosen plan (decision 13a). */
export type PlanNotice = 'recalculated' | 'cleared';

export interface WizardContext {
  hasKey: boolean;
  loanId: string | null;
  requestedPlace: Place;
  person: Person | null;
  /** The loan that 'confirmingAnother' is about. */
  earlierLoan: EarlierLoan | null;
  loan: Loan | null;
  /** The draft of each step of the loan that is open. */
  drafts: Readonly<Record<DraftStep, DraftActorRef>> | null;
  /** The look-ups of the codes of Applicant Details of the loan that is open. */
  lookups: Readonly<Record<LookupField, LookupActorRef>> | null;
  institution: Institution | null;
  /** True when the address named an institution that does not exist (decision 14). */
  institutionMissing: boolean;
  /** The changes that are being saved. */
  studentChanges: StudentsData | null;
  /** The fields whose queries had no answer when Submit was last pressed. */
  unanswered: readonly string[];
  /** The field that a link leads to, until it has got the focus; its full dotted name. */
  pendingFocusField: string | null;
  /** The student that 'confirmingDelete' is about, or was about last. */
  deletingStudentId: string | null;
  options: EmiOption[] | null;
  planNotice: PlanNotice | null;
  /** The order that the plan had before the students were saved; null unless it was calculated again. */
  previousOrder: Order | null;
  application: ApplicationData | null;
  result: LenderResult | null;
  alert: Alert | null;
  /** The index of the waiting message that is shown while the lender is asked, from 0. */
  waitingMessage: number;
  /** The loan and the status of the verdict whose modal was shown last; null where none was. */
  seenVerdict: string | null;
}

export type WizardEvent =
  | { type: 'create.submitted'; person: Person }
  | { type: 'create.confirmed' }
  /** An application that this device has begun is opened. */
  | { type: 'loan.continued'; loanId: string }
  | { type: 'alert.dismissed' }
  | { type: 'retry.requested' }
  | { type: 'loan.reentered' }
  /** A call about the loan was refused because no token of it is in force (decision 2a). */
  | { type: 'loan.accessLost' }
  | { type: 'institution.chosen'; institution: Institution }
  /** The changed loan is given if the document is the receipt, which is part of it. */
  | { type: 'document.added'; document: DocumentType; loan: Loan | null }
  | { type: 'student.addRequested' }
  | { type: 'student.addConfirmed' }
  | { type: 'student.deleteRequested'; id: string }
  | { type: 'student.deleteConfirmed' }
  | { type: 'dialog.cancelled' }
  | { type: 'students.submitted'; changes: StudentsData | null }
  /** The students' draft of another tab or device was taken over, in query mode. */
  | { type: 'students.replaced' }
  /** A link leads to a field of this step or the other, in query mode. */
  | { type: 'field.requested'; field: string }
  | { type: 'field.focused' }
  | { type: 'previous.requested' }
  | { type: 'tenure.requested' }
  | { type: 'tenure.chosen' }
  | { type: 'application.submitted'; application: ApplicationData; unanswered: readonly string[] }
  | { type: 'submission.retried' }
  | { type: 'status.closed' }
  | { type: 'status.reopened' }
  | { type: 'verdict.refreshRequested' }
  | { type: 'explore.requested' }
  | { type: 'xstate.route'; to: string };

/** The plans of the first student's course: the saved one, or in query mode the typed one (decision 10). */
export type EmiOptionsInput = Pick<WizardContext, 'loan' | 'institution' | 'drafts'>;
