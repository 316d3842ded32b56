/** The ready-made words of the reasons, in the language of the application's applicant. */
import { createContext, type ReactNode, useContext } from 'react';
import type { QueryReason } from '../../../domain/lending/reasons.ts';
import { loadReasonMessages, type ReasonMessages } from '../../../locales/reasons.ts';
import type { QueryText } from '../../../machines/desk/acts.ts';
import { importOutcome } from '../../hooks/import-outcome.ts';
import { cachedForever, useQuery } from '../../data/query.tsx';
import { useApplication } from './actor.tsx';

const ReasonMessagesContext = createContext<ReasonMessages | null>(null);

export function ReasonMessagesProvider({ children }: { children: ReactNode }) {
  const { language } = useApplication().loan;
  // Without them the reviewer writes the message.
  const { data: messages = null } = useQuery({
    queryKey: ['reasons', language],
    queryFn: () => importOutcome(loadReasonMessages(language)),
    ...cachedForever,
  });
  return <ReasonMessagesContext value={messages}>{children}</ReasonMessagesContext>;
}

const messageOf = (messages: ReasonMessages | null, reason: string): string =>
  (messages as Readonly<Record<string, string>> | null)?.[reason] ?? '';

/**
 * What a query's text becomes when another reason is chosen: its message is that reason's, unless somebody has written
 * one of their own.
 */
export function useReasonChoice(): (queryText: QueryText, reason: QueryReason | '') => QueryText {
  const messages = useContext(ReasonMessagesContext);
  return (queryText, reason) => {
    const isCustom =
      queryText.message.trim() !== '' && queryText.message !== messageOf(messages, queryText.reason);
    return { reason, message: isCustom ? queryText.message : messageOf(messages, reason) };
  };
}
