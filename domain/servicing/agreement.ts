/** The loan agreement as clauses of message ids and values; the key facts statement follows it (decision 88). */
import type { IsoDate } from '../values/dates.ts';
import type { GrievanceRules } from '../forms/grievance.ts';
import { type AgreementClauseId, agreementClauseIds, clauseNumber } from './agreement-clauses.ts';
import type { DocumentMessageId, DocumentText } from './document-text.ts';
import {
  type GrievanceOfficer,
  type KeyFactsInput,
  type KeyFactsRow,
  message,
  row,
} from './key-facts-rows.ts';

export type AgreementSignatures = {
  /** ISO instant. */
  borrowerSignedAt: string;
  /** The last four digits of the number that the one-time password was sent to. */
  mobileDigits: string;
  /** ISO instant; null until the lender has signed. */
  lenderSignedAt: string | null;
  /** The hash, in hex, of the signed document: the agreement without signatures. */
  signedSha256: string;
};

export type AgreementInput = {
  keyFacts: KeyFactsInput;
  drawnUpOn: IsoDate;
  /** The rules on that day. */
  grievances: GrievanceRules;
};

export type NumberedClause = { number: number; title: DocumentText; paragraphs: DocumentText[] };

/** Returns the lines above the clauses. */
export const agreementHeading = ({
  keyFacts,
  drawnUpOn,
}: AgreementInput): { title: DocumentText; lead: DocumentText } => ({
  title: message('agreement.title'),
  lead: message('agreement.parties', {
    lender: { text: keyFacts.lenderName },
    borrower: { text: keyFacts.borrowerName },
    date: { date: drawnUpOn },
  }),
});

const titles = {
  loan: 'agreement.loan.title',
  keyFacts: 'agreement.keyFacts.title',
  repayment: 'agreement.repayment.title',
  late: 'agreement.late.title',
  coolingOff: 'agreement.coolingOff.title',
  recovery: 'agreement.recovery.title',
  transfer: 'agreement.transfer.title',
  data: 'agreement.data.title',
  grievance: 'agreement.grievance.title',
  law: 'agreement.law.title',
} as const satisfies Record<AgreementClauseId, DocumentMessageId>;

type Paragraphs = (input: KeyFactsInput, grievances: GrievanceRules) => DocumentText[];

const paragraphs: Readonly<Record<AgreementClauseId, Paragraphs>> = {
  loan: ({ terms, institutionName, platformName }) => [
    message('agreement.loan.text', { amount: { paise: terms.sanctionedAmount } }),
    message(terms.disbursalKind === 'at_once' ? 'agreement.loan.atOnce' : 'agreement.loan.staged', {
      institution: { text: institutionName },
      platform: { text: platformName },
    }),
  ],
  keyFacts: ({ proposalNumber }) => [
    message('agreement.keyFacts.text', { number: { text: proposalNumber } }),
  ],
  repayment: ({ terms: { tenureMonths, advanceInstalments, firstDueOn, disbursalOn } }) => [
    message('agreement.repayment.text', {
      count: { count: tenureMonths },
      date: { date: firstDueOn },
      disbursal: { date: disbursalOn },
    }),
    ...(advanceInstalments > 0
      ? [message('agreement.repayment.advance', { count: { count: advanceInstalments } })]
      : []),
    message('agreement.repayment.mandate'),
    message('agreement.repayment.early'),
  ],
  late: () => [message('agreement.late.text'), message('agreement.late.bureau')],
  coolingOff: ({ terms: { coolingOffDays, keepsProcessingFee } }) => [
    message('agreement.coolingOff.text', { count: { count: coolingOffDays } }),
    ...(keepsProcessingFee ? [message('agreement.coolingOff.feeKept')] : []),
  ],
  recovery: ({ recoveryAgent }) => [
    message('agreement.recovery.text'),
    ...(recoveryAgent === null
      ? []
      : [message('agreement.recovery.agent', { agent: { text: recoveryAgent } })]),
  ],
  transfer: ({ isTransferable }) => [
    message(isTransferable ? 'agreement.transfer.yes' : 'agreement.transfer.no'),
  ],
  data: ({ platformName }) => [message('agreement.data.text', { platform: { text: platformName } })],
  grievance: ({ officers, platformName }, { answerDays, ombudsman }) => [
    message('agreement.grievance.lender', officerValues(officers.lender)),
    message('agreement.grievance.platform', {
      platform: { text: platformName },
      ...officerValues(officers.platform),
    }),
    message('agreement.grievance.ombudsman', {
      count: { count: answerDays },
      site: { text: ombudsman.site },
      phone: { text: ombudsman.phone },
      address: { text: ombudsman.address },
    }),
  ],
  law: () => [message('agreement.law.text')],
};

export const agreementClausesOf = ({
  keyFacts,
  grievances,
}: Pick<AgreementInput, 'keyFacts' | 'grievances'>): NumberedClause[] =>
  agreementClauseIds.map((clause) => ({
    number: clauseNumber(clause),
    title: message(titles[clause]),
    paragraphs: paragraphs[clause](keyFacts, grievances),
  }));

/** Returns who has signed, and when. The document that is signed has no signatures; a copy for the parties has them. */
export function signatureRows(
  { borrowerName, lenderName }: Pick<KeyFactsInput, 'borrowerName' | 'lenderName'>,
  signatures: AgreementSignatures | null,
): KeyFactsRow[] {
  const unsigned = message('agreement.signatures.unsigned');
  const borrower = signatures
    ? message('agreement.signatures.borrowerSigned', {
        time: { instant: signatures.borrowerSignedAt },
        digits: { text: signatures.mobileDigits },
      })
    : unsigned;
  const lender = signatures?.lenderSignedAt
    ? message('agreement.signatures.lenderSigned', { time: { instant: signatures.lenderSignedAt } })
    : unsigned;
  return [
    row('', 'agreement.signatures.borrower', { text: borrowerName }, borrower),
    row('', 'agreement.signatures.lender', { text: lenderName }, lender),
    ...(signatures ? [row('', 'agreement.signatures.hash', ...hashLines(signatures.signedSha256))] : []),
  ];
}

/** Splits a hash into two lines, because it contains no place to break. */
const hashLines = (hash: string): DocumentText[] => [{ text: hash.slice(0, 32) }, { text: hash.slice(32) }];

const officerValues = ({ name, phone, email }: GrievanceOfficer) => ({
  name: { text: name },
  phone: { text: phone },
  email: { text: email },
});
