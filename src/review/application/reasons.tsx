/** The ready-made words of the reasons, in the language of the application's applicant. */
import { createContext, type ReactNode, useContext } from 'react';
import type { QueryReason } from '../../../domain/reasons.ts';
import { loadReasonMessages, type ReasonMessages } from '../../../locales/reasons.ts';
import type { Question } from '../../../machines/desk/acts.ts';
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
 * What a question becomes when another reason is chosen: its message is that reason's, unless somebody has written
 * one of their own.
 */
export function useReasonChoice(): (question: Question, reason: QueryReason | '') => Question {
  const words = useContext(WordsContext);
  return (question, reason) => {
    const isOwn = question.message.trim() !== '' && question.message !== wordsOf(words, question.reason);
    return { reason, message: isOwn ? question.message : wordsOf(words, reason) };
  };
}
