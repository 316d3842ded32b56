/** The rows of a key facts statement, on paper and on the screen alike. */
import type { IsoDate } from '../values/dates.ts';
import type { DocumentMessageId, DocumentText, DocumentValue } from './document-text.ts';
import type { LoanTerms } from './terms.ts';

export type GrievanceOfficer = { name: string; phone: string; email: string };

/** A lender of a part of the amount; percents are decimal text, the rate is yearly. */
export type PartnerLender = { name: string; sharePercent: string; blendedRate: string };

/** The names and numbers by which people know a loan. Absent from statements issued before they were added. */
export type LoanIdentity = {
  /** Twelve digits, see `loanNumber`. */
  loanNumber?: string;
  /** `className` is '' if unknown; `rollNumber` is absent from statements issued before it was added. */
  students?: readonly { name: string; className: string; rollNumber?: string }[];
};

export type KeyFactsInput = LoanIdentity & {
  /** Unique; the statement is known by it. */
  proposalNumber: string;
  issuedOn: IsoDate;
  /** The last day on which the offer can be accepted. */
  validUntil: IsoDate;
  borrowerName: string;
  institutionName: string;
  lenderName: string;
  /** The company that arranges the loan for the lender. */
  platformName: string;
  terms: LoanTerms;
  officers: { lender: GrievanceOfficer; platform: GrievanceOfficer };
  /** Says whether the lender may transfer or securitise the loan. */
  isTransferable: boolean;
  /** The second lender; null if one lender lends the whole amount. */
  partnerLender: PartnerLender | null;
  /** The agent that recovers dues for the lender; null if there is none. */
  recoveryAgent: string | null;
};

export type KeyFactsRow = {
  /** The item's number, such as '5a'; '' where a row has none. */
  number: string;
  label: DocumentText;
  /** The value, in one line or more. */
  lines: DocumentText[];
};

/** The cells of a row; a cell has at least one line. */
export type TableRow = DocumentText[][];

export type KeyFactsTable = {
  kind: 'table';
  /** The item's number and name; null where the section's title says it. */
  caption: { number: string; label: DocumentText } | null;
  columns: { label: DocumentText; isNumeric: boolean }[];
  rows: TableRow[];
  /** The sums of the columns; null where nothing is summed. */
  total: TableRow | null;
};

export type KeyFactsBlock =
  { kind: 'rows'; rows: KeyFactsRow[] } | KeyFactsTable | { kind: 'note'; text: DocumentText };

export type KeyFactsSection = {
  name: 'part1' | 'part2' | 'annexB' | 'annexC';
  title: DocumentText;
  blocks: KeyFactsBlock[];
};

export const message = (id: DocumentMessageId, values?: Record<string, DocumentValue>): DocumentText =>
  values ? { id, values } : { id };

export const row = (number: string, label: DocumentMessageId, ...lines: DocumentText[]): KeyFactsRow => ({
  number,
  label: { id: label },
  lines,
});

export const identityRows = ({ loanNumber, students = [] }: LoanIdentity): KeyFactsRow[] => [
  ...students.flatMap(({ name, className, rollNumber = '' }) => [
    row('', 'keyFacts.student', { text: className === '' ? name : `${name}, ${className}` }),
    ...(rollNumber === '' ? [] : [row('', 'keyFacts.rollNumber', { text: rollNumber })]),
  ]),
  ...(loanNumber === undefined ? [] : [row('', 'keyFacts.loanNumber', { text: loanNumber })]),
];
