/** Derives the messages about the loan from the wizard's snapshots. */
import type { WizardSnapshot } from '../../machines/wizard.ts';
import type { EmbedMessage } from './messages.ts';

/**
 * @param before null for the first snapshot; a loan that was created until then counts as new
 * @returns the messages in the order in which they are posted to the host
 */
export function loanMessages(before: WizardSnapshot | null, after: WizardSnapshot): EmbedMessage[] {
  const { loanId, loan, person } = after.context;
  const former = before?.context;
  const messages: EmbedMessage[] = [];
  // The person of the create form is present only if the loan was created here.
  if (loanId !== null && person !== null && former?.loanId !== loanId)
    messages.push({ type: 'feepath.loan.created', loanId });
  if (former?.loanId && loanId === null) messages.push({ type: 'feepath.loanLeft' });
  if (loan === null) return messages;
  const { loan_id: id, status } = loan;
  const isOpened = former?.loan?.loan_id !== id;
  if (isOpened) messages.push({ type: 'feepath.loanOpened', loanId: id });
  if (
    before?.matches({ flow: { submission: 'saving' } }) &&
    after.matches({ flow: { submission: 'pushingToLender' } })
  )
    messages.push({ type: 'feepath.loan.submitted', loanId: id });
  if (isOpened || former.loan?.status !== status)
    messages.push({ type: 'feepath.loan.status', loanId: id, status });
  return messages;
}
