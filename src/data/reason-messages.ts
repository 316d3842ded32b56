/** The predefined messages of the reasons for which a reviewer asks, in a language. */
import type { LanguageCode } from '../../locales/index.ts';
import { loadReasonMessages, type ReasonMessages } from '../../locales/reasons.ts';
import { importOutcome } from '../hooks/import-outcome.ts';
import { cachedForever, useQuery } from './query.tsx';

/** Returns undefined until they are loaded, and if that fails. */
export const useReasonMessages = (language: LanguageCode): ReasonMessages | undefined =>
  useQuery({
    queryKey: ['reasons', language],
    queryFn: () => importOutcome(loadReasonMessages(language)),
    ...cachedForever,
  }).data;
