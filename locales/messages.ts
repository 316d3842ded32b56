/** The words of the messages that people get, ICU, by language. All are complete; a house test holds them equal. */
import en from './en/messages.json' with { type: 'json' };
import hi from './hi/messages.json' with { type: 'json' };
import ka from './ka/messages.json' with { type: 'json' };
import ta from './ta/messages.json' with { type: 'json' };
import tl from './tl/messages.json' with { type: 'json' };
import type { LanguageCode } from './index.ts';

export type MessageTextId = keyof typeof en;

export const messageTexts: Record<LanguageCode, Record<MessageTextId, string>> = { en, ta, hi, tl, ka };
