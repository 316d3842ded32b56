/** The words of the messages that people get, ICU, by language. All are complete; a house test holds them equal. */
import en from './messages/en.json' with { type: 'json' };
import hi from './messages/hi.json' with { type: 'json' };
import ka from './messages/ka.json' with { type: 'json' };
import ta from './messages/ta.json' with { type: 'json' };
import tl from './messages/tl.json' with { type: 'json' };
import type { LanguageCode } from './index.ts';

export type MessageTextId = keyof typeof en;

export const messageTexts: Record<LanguageCode, Record<MessageTextId, string>> = { en, ta, hi, tl, ka };
