/** The message of a query. Predefined messages of a reason are translated to the page's language. */
import type { Query } from '../../../domain/values/wire.ts';
import type { ReasonMessages } from '../../../locales/reasons.ts';
import { useReasonMessages } from '../../data/reason-messages.ts';
import { useLanguage } from '../../i18n/i18n.tsx';
import { useWizardState } from '../shared/wizard.tsx';

/** Returns a reviewer's own message unchanged; a reason's predefined message in the page's language. */
export function useQueryMessage(query: Query): string {
  const { language } = useLanguage();
  const loanLanguage = useWizardState(({ context }) => context.loan?.language ?? 'en');
  const asked = useReasonMessages(loanLanguage);
  const shown = useReasonMessages(language);
  return translateMessage(query, asked, shown);
}

/** Returns the reason's message in `shown`, if the query's message is the reason's in `asked`. */
export function translateMessage(
  { reason, message }: Pick<Query, 'reason' | 'message'>,
  asked: ReasonMessages | undefined,
  shown: ReasonMessages | undefined,
): string {
  if (reason === 'other' || asked?.[reason] !== message) return message;
  return shown?.[reason] ?? message;
}
