/** The ready-made words of the reasons, in the language of the application's applicant. */
import { createContext, type ReactNode, useContext } from 'react';
import type { QueryReason } from '../../../domain/reasons.ts';
import { loadReasonMessages, type ReasonMessages } from '../../../locales/reasons.ts';
import type { QueryText } from '../../../machines/desk/acts.ts';
import { outcomeOfImport, useResource } from '../../hooks/resource.ts';
import { useApplication } from './actor.tsx';

const WordsContext = createContext<ReasonMessages | null>(null);

export function ReasonMessagesProvider({ children }: { children: ReactNode }) {
  const { language } = useApplication().loan;
  // Without them the reviewer writes the message.
  const { value: words = null } = useResource(`reasons ${language}`, () =>
    outcomeOfImport(loadReasonMessages(language)),
  );
  return <WordsContext value={words}>{children}</WordsContext>;
}

const wordsOf = (words: ReasonMessages | null, reason: string): string =>
  (words as Readonly<Record<string, string>> | null)?.[reason] ?? '';

/**
 * What a query's text becomes when another reason is chosen: its message is that reason's, unless somebody has written
 * one of their own.
 */
export function useReasonChoice(): (queryText: QueryText, reason: QueryReason | '') => QueryText {
  const words = useContext(WordsContext);
  return (queryText, reason) => {
    const isOwn = queryText.message.trim() !== '' && queryText.message !== wordsOf(words, queryText.reason);
    return { reason, message: isOwn ? queryText.message : wordsOf(words, reason) };
  };
}
