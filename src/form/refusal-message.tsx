/** Shows why a call was refused, in the reader's language (decision 124). */
import { useIntl } from 'react-intl';
import type { Refusal } from '../../domain/values/outcome.ts';
import type { FieldError } from '../../domain/values/wire.ts';
import { messageId } from '../../locales/index.ts';
import type { AlertAction } from '../ui/dialog.tsx';
import { t } from '../i18n/i18n.tsx';

const secondsPerMinute = 60;

/** Shows a refusal; a code that this release does not know is reported as a failure on our side. */
export function RefusalMessage({ refusal: { code, retryAfter = secondsPerMinute } }: { refusal: Refusal }) {
  const { messages } = useIntl();
  const id = Object.hasOwn(messages, code) ? messageId(code) : 'refusal.failed';
  return t(id, { minutes: Math.ceil(retryAfter / secondsPerMinute) });
}

/** Refusals whose words say it all: of a fee, of words that are agreed to, of answers that cannot be changed now. */
const withoutFields = ['refusal.feeChanged', 'refusal.locked', 'refusal.wordsChanged'];

/** Returns the errors of a form's answers. */
export const fieldErrorsOf = ({ code, errors }: Refusal): FieldError[] =>
  withoutFields.includes(code) ? [] : errors.filter(({ field }) => field !== '');

/** The codes whose messages ask the reader to load the page again. */
const outdated = [
  ...['changed', 'consentWithdrawn', 'feeChanged', 'invalid', 'locked', 'noPayee'],
  ...['notDue', 'notEditable', 'notFound', 'notSignedIn', 'wordsChanged'],
];

/** Returns the button of the action that a refusal's message asks for; null if it asks for none. */
export const refusalAction = ({ code }: Refusal): AlertAction | null =>
  outdated.includes(code.replace('refusal.', ''))
    ? { label: t('app.draft.reload'), onPress: () => window.location.reload() }
    : null;
