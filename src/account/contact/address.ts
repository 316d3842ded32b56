/** The address of the contact page, which may name the kind of message to write. */
import { accountPath } from '../../../domain/pages/account-pages.ts';
import type { ConversationKind } from '../../../domain/values/wire.ts';

export const complaintPath = `${accountPath('contact')}?kind=grievance`;

/** Returns the kind in an address's search; a query if it names none. */
export const kindInSearch = (search: string): ConversationKind =>
  new URLSearchParams(search).get('kind') === 'grievance' ? 'grievance' : 'query';
