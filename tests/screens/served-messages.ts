/** The messages that a page fetches; and a language in which each text of English is two fifths longer. */
import type { Page } from 'playwright-core';
import type { LanguageCode } from '../../locales/index.ts';

/** Takes the place of Tamil: a page has no other way to a language that is not offered. */
export const pseudoLanguage = 'ta' satisfies LanguageCode;

/**
 * Answers the page's fetching of messages, also while it is offline, where a person would have them from an earlier visit.
 * @param isPseudo whether the pseudo-language is in the place of Tamil
 */
export async function serveMessages(page: Page, isPseudo: boolean): Promise<void> {
  await page.route(/\/assets\/(en|ta|hi|tl|ka)-[^/]+\.json$/, async (route) => {
    const url = route.request().url();
    const isLengthened = isPseudo && url.includes(`/${pseudoLanguage}-`);
    const reply = await fetch(isLengthened ? url.replace(`/${pseudoLanguage}-`, '/en-') : url);
    const messages = (await reply.json()) as Record<string, MessagePart[]>;
    const json = Object.fromEntries(
      Object.entries(messages).map(([id, message]) => [id, isLengthened ? message.map(lengthen) : message]),
    );
    await route.fulfill({ json });
  });
}

/** A part of a message as formatjs compiles it. */
type MessagePart = {
  type: number;
  value?: unknown;
  options?: Record<string, { value: MessagePart[] }>;
  children?: MessagePart[];
};

/** Lengthens an element with words like those of its text. */
const lengthen = (element: MessagePart): MessagePart => {
  if (element.type === 0) return { ...element, value: lengthenText(String(element.value)) };
  const options = Object.entries(element.options ?? {}).map(
    ([name, { value }]) => [name, { value: value.map(lengthen) }] as const,
  );
  return {
    ...element,
    ...(element.options && { options: Object.fromEntries(options) }),
    ...(element.children && { children: element.children.map(lengthen) }),
  };
};

const lengthenText = (text: string): string => {
  const trimmed = text.trim();
  if (!trimmed) return text;
  return text.replace(trimmed, () => `${trimmed}${` ${trimmed}`.slice(0, Math.ceil(trimmed.length * 0.4))}`);
};
