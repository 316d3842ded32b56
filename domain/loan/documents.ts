/** The document master (specification, section 3): what an applicant is asked for, why, and when. */
import { limits } from '../values/limits.ts';
import type {
  AddressProof,
  DocumentContent,
  DocumentNeed,
  DocumentReason,
  DocumentType,
  Loan,
  LoanStatus,
  RequestedDocument,
} from '../values/wire.ts';

type EmploymentType = RequestedDocument['employment_types'][number];

type Row = {
  reason: DocumentReason;
  /** The employment for which it is asked; left out: every one. */
  employment?: EmploymentType;
  /** Set for a statement that banks protect with a password, which is sent with it. */
  takesPassword?: true;
  proofs?: readonly AddressProof[];
  /**
   * `currentAddress`: asked of those whose current address is not the one in Aadhaar (section 5). `byInstitution`:
   * taken where the institution has `receipt_upload` (section 2).
   */
  asked?: 'optionally' | 'currentAddress' | 'byInstitution';
};

const addressProofs = [
  'voter_id',
  'passport',
  'driving_license',
  'gas_bill',
  'electricity_bill',
  'hr_letter',
] as const satisfies AddressProof[];

/** The rows in the order in which documents are asked for. The code does not compile if a type is missing. */
const master: Record<DocumentType, Row> = {
  fee_receipt: { reason: 'fees', asked: 'byInstitution' },
  aadhaar_front: { reason: 'identity' },
  aadhaar_back: { reason: 'identity' },
  pan_photo: { reason: 'identity' },
  passport_photo: { reason: 'identity' },
  current_address_proof: { reason: 'address_proof', proofs: addressProofs, asked: 'currentAddress' },
  cancelled_cheque: { reason: 'bank_account' },
  pay_slip_last_month: { reason: 'income', employment: 'Salaried' },
  pay_slip_month_before: { reason: 'income', employment: 'Salaried' },
  bank_statement_3_months: { reason: 'income', employment: 'Salaried', takesPassword: true },
  business_bank_statement_6_months: { reason: 'income', employment: 'Self Employed', takesPassword: true },
  personal_bank_statement_2_months: { reason: 'income', employment: 'Self Employed', takesPassword: true },
  itr_latest_year: { reason: 'income', employment: 'Self Employed' },
  financials_latest_year: { reason: 'income', employment: 'Self Employed' },
  fee_demand_letter: { reason: 'fees', asked: 'optionally' },
};

/** The types in the order in which they are asked for. */
export const documentTypes = Object.keys(master) as DocumentType[];

export const reasonOf = (type: DocumentType): DocumentReason => master[type].reason;

export const takesPassword = (type: DocumentType): boolean => master[type].takesPassword ?? false;

/** Returns the kinds of proof that this type takes; empty where the type has no kinds. */
export const proofsOf = (type: DocumentType): readonly AddressProof[] => master[type].proofs ?? [];

/** Returns the largest size in bytes (section 9 for the receipt). */
export const maxBytesOf = (type: DocumentType): number =>
  type === 'fee_receipt' ? limits.receiptMaxBytes : limits.documentMaxBytes;

/** Returns whether the document shows the Aadhaar number, whose first eight digits can be blacked out. */
export const showsAadhaarNumber = (type: DocumentType): boolean =>
  type === 'aadhaar_front' || type === 'aadhaar_back';

/** Returns the rows of the document master with this reason, as the contract has them. */
export const requestedDocumentsFor = (reason: DocumentReason): RequestedDocument[] =>
  documentTypes
    .filter((type) => reasonOf(type) === reason)
    .map((type) => ({
      type,
      reason,
      employment_types: employmentTypes.filter((one) => isOf(master[type], one)),
      optional: optional.has(master[type].asked),
      takes_password: takesPassword(type),
      proofs: [...proofsOf(type)],
      max_bytes: maxBytesOf(type),
    }));

const optional = new Set<Row['asked']>(['optionally', 'byInstitution']);

const employmentTypes: readonly EmploymentType[] = ['Salaried', 'Self Employed'];

/**
 * Returns whether a loan needs a document of this type. A document for one employment is not needed while that is
 * unknown; the residence counts as different from Aadhaar's address unless stated to be the same.
 */
export function needOf(type: DocumentType, loan: DocumentConditions): DocumentNeed {
  const row = master[type];
  const { employment_type: employment } = loan.employment_details;
  if (row.employment && row.employment !== employment) return 'not_needed';
  if (row.asked === 'byInstitution' && !loan.el_details.receipt_upload) return 'not_needed';
  if (optional.has(row.asked)) return 'optional';
  const isSame = loan.personal_details.same_as_aadhaar === 1;
  return row.asked === 'currentAddress' && isSame ? 'not_needed' : 'required';
}

/** Returns the required types that are not among those given. */
export const missingDocuments = (given: readonly string[], loan: DocumentConditions): DocumentType[] =>
  documentTypes.filter((type) => needOf(type, loan) === 'required' && !given.includes(type));

/** The phases of an application in which documents are asked for, in their order (decision 113). */
const documentPhases = ['application', 'decision', 'disbursal'] as const;

export type DocumentPhase = (typeof documentPhases)[number];

export const documentPhaseOfStatus = (status: LoanStatus): DocumentPhase =>
  status === 'draft' ? 'application' : status === 'approved' ? 'disbursal' : 'decision';

const neededFrom: Readonly<Record<DocumentReason, DocumentPhase>> = {
  address_proof: 'application',
  fees: 'application',
  income: 'decision',
  identity: 'disbursal',
  bank_account: 'disbursal',
};

/** Says whether a required document is asked for at this stage, and not only at a later one. */
export const isAskedAt = (stage: DocumentPhase, type: DocumentType): boolean =>
  documentPhases.indexOf(neededFrom[reasonOf(type)]) <= documentPhases.indexOf(stage);

/** The code of the refusal of an upload to a loan that takes no documents any more. */
export const closedCode = 'document.refused';

/** The dotted field name of the address proof, as queries and issues use it. */
export const addressProofField = 'documents.current_address_proof';

/** Says whether Submit waits for a proof of the current address (section 5, decision 81): in the consumer app alone. */
export const needsAddressProof = (loan: Pick<Loan, 'presentation'> & DocumentConditions): boolean =>
  loan.presentation === 'consumer' && needOf('current_address_proof', loan) === 'required';

export type DocumentConditions = {
  employment_details: Pick<Loan['employment_details'], 'employment_type'>;
  personal_details: Pick<Loan['personal_details'], 'same_as_aadhaar'>;
  el_details: Pick<Loan['el_details'], 'receipt_upload'>;
};

const isOf = ({ employment }: Row, one: EmploymentType): boolean => !employment || employment === one;

/** Returns whether a content may be opened: the virus scan found nothing, or no scanner was available when it came. */
export const isContentViewable = ({ scan }: Pick<DocumentContent, 'scan'>): boolean =>
  scan === 'clean' || scan === 'not_scanned';
