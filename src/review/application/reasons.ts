/** The predefined messages of the reasons, in the language of the application's applicant. */
import type { QueryReason } from '../../../domain/lending/reasons.ts';
import type { QueryText } from '../../../machines/desk/acts.ts';
import { useReasonMessages } from '../../data/reason-messages.ts';
import { useApplication } from './actor.tsx';

/**
 * Returns a query's text once another reason is chosen: its message is that reason's, unless somebody has written
 * one of their own. Without the messages the reviewer writes it.
 */
export function useReasonChoice(): (queryText: QueryText, reason: QueryReason | '') => QueryText {
  const messages: Readonly<Record<string, string>> = useReasonMessages(useApplication().loan.language) ?? {};
  return ({ message, reason: before }, reason) => {
    const isCustom = message.trim() !== '' && message !== (messages[before] ?? '');
    return { reason, message: isCustom ? message : (messages[reason] ?? '') };
  };
}
