/** The sentence of the form by which an applicant agrees to the terms and the privacy policy, by language. */
import type { Language } from '../../domain/values/wire.ts';
import { languageCodes } from '../../locales/index.ts';
import { appMessages } from '../texts/app-messages.ts';

const messageId = 'applicant.declare.terms';

const messages = appMessages([messageId]);

export const declarations = Object.fromEntries(
  languageCodes.map((code) => [code, messages[code][messageId]]),
) as Record<Language, string>;
