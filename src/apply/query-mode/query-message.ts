/** A question in the language of the page, where a reviewer asked it in ready-made words. */
import type { Query } from '../../../domain/wire.ts';
import type { LanguageCode } from '../../../locales/languages.ts';
import { loadReasonMessages, type ReasonMessages } from '../../../locales/reasons.ts';
import { outcomeOfImport, useResource } from '../../hooks/resource.ts';
import { useLanguage } from '../../i18n.tsx';
import { useWizardState } from '../wizard.tsx';

/** The reviewer's own words as they are; ready-made ones of the loan's language, in the page's. */
export function useQueryMessage(query: Query): string {
  const { language } = useLanguage();
  const loanLanguage = useWizardState(({ context }) => context.loan?.language ?? 'en');
  const asked = useReasonMessages(loanLanguage);
  const shown = useReasonMessages(language);
  return translateMessage(query, asked, shown);
}

/** The message in `shown`, where it is that of its reason in `asked`. */
export function translateMessage(
  { reason, message }: Pick<Query, 'reason' | 'message'>,
  asked: ReasonMessages | undefined,
  shown: ReasonMessages | undefined,
): string {
  if (reason === 'other' || asked?.[reason] !== message) return message;
  return shown?.[reason] ?? message;
}

/** Undefined until they are there; where they do not come, the message stays as it is. */
const useReasonMessages = (language: LanguageCode): ReasonMessages | undefined =>
  useResource(`reasons ${language}`, () => outcomeOfImport(loadReasonMessages(language))).value;
