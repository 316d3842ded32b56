/** Why a call was refused, in the reader's language (decision 124). */
import { FormattedMessage, useIntl } from 'react-intl';
import type { Refusal } from '../../domain/outcome.ts';
import { messageId } from '../../locales/index.ts';

const secondsPerMinute = 60;

/** A code that this release does not know yet is said to be a failure on our side. */
export function RefusalMessage({ refusal: { code, retryAfter = secondsPerMinute } }: { refusal: Refusal }) {
  const { messages } = useIntl();
  const id = Object.hasOwn(messages, code) ? messageId(code) : 'refusal.failed';
  return <FormattedMessage id={id} values={{ minutes: Math.ceil(retryAfter / secondsPerMinute) }} />;
}
