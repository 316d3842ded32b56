/** The no-dues certificate of a loan that is repaid, as rows of message ids and values (decision 88). */
import type { IsoDate } from '../values/dates.ts';
import type { DocumentText } from './document-text.ts';
import { identityRows, type KeyFactsRow, message, row } from './key-facts-rows.ts';
import type { DocumentHeading, ReceiptInput } from './receipt.ts';
import type { StatementInput } from './statement.ts';

export type NoDuesInput = Omit<StatementInput, 'asOf' | 'outstanding' | 'credit' | 'invoices'> &
  Pick<ReceiptInput, 'issuedOn' | 'platformName'> & {
    /** The day on which the last paisa was counted. */
    closedOn: IsoDate;
  };

export const noDuesHeading = ({ closedOn, lenderName }: NoDuesInput): DocumentHeading => ({
  title: message('noDues.title'),
  lead: message('noDues.lead', { date: { date: closedOn }, lender: { text: lenderName } }),
});

export const noDuesRows = (input: NoDuesInput): KeyFactsRow[] => [
  row('', 'noDues.number', { text: input.number }),
  row('', 'noDues.issuedOn', { date: input.issuedOn }),
  row('', 'noDues.borrower', { text: input.borrowerName }),
  row('', 'noDues.lender', { text: input.lenderName }),
  row('', 'noDues.institution', { text: input.institutionName }),
  ...identityRows(input),
  row('', 'noDues.proposal', { text: input.proposalNumber }),
  ...(input.accountNumber === null ? [] : [row('', 'noDues.account', { text: input.accountNumber })]),
  row('', 'noDues.sanctioned', { paise: input.sanctionedAmount }),
  row('', 'noDues.disbursedOn', { date: input.disbursedOn }),
  row('', 'noDues.received', { paise: input.received }),
  row('', 'noDues.closedOn', { date: input.closedOn }),
];

/** Returns the lines below the rows. */
export const noDuesNotes = ({ platformName }: NoDuesInput): DocumentText[] => [
  message('noDues.note', { platform: { text: platformName } }),
  message('noDues.reversal'),
];
