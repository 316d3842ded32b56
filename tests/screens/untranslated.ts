/** Texts of a page that are messages of English and none of its language. */
import { readFileSync } from 'node:fs';
import type { Frame } from 'playwright-core';
import type { LanguageCode } from '../../locales/index.ts';
import { catalogueOf } from '../../scripts/messages.ts';

/** Shown texts, and those that are read out, as they stand on the page. */
export async function untranslatedTexts(frame: Frame, language: LanguageCode): Promise<string[]> {
  if (language === 'en') return [];
  const texts = await frame.evaluate((attributes) => {
    const isShown = (one: Element | null) =>
      one !== null && !one.closest('script, style, [lang|="en"]') && one.checkVisibility();
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (isShown(node.parentElement)) found.push(node.textContent ?? '');
    for (const name of attributes)
      for (const one of document.querySelectorAll(`[${name}]`))
        if (isShown(one)) found.push(one.getAttribute(name) ?? '');
    return [...new Set(found.map((text) => text.trim()))].filter((text) => /[A-Za-z]{2}/.test(text));
  }, shownAttributes);
  const english = matcherOf('en');
  const own = matcherOf(language);
  return texts.filter((text) => english(text) && !own(text));
}

const shownAttributes = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt', 'label'];

const matchers = new Map<LanguageCode, (text: string) => boolean>();

/** Returns whether a text is a message, with any values in it. Messages with plurals are compared as a whole only. */
function matcherOf(language: LanguageCode): (text: string) => boolean {
  const known = matchers.get(language);
  if (known) return known;
  const messages = Object.values(
    JSON.parse(readFileSync(catalogueOf(language), 'utf8')) as Record<string, string>,
  );
  const whole = new Set(messages);
  const patterns = messages
    .filter((message) => /\{\w+\}/.test(message) && message.replace(/\{\w+\}/g, '').length >= 8)
    .filter((message) => !/\{\w+,|</.test(message))
    .map(
      (message) =>
        new RegExp(
          `^${message
            .split(/\{\w+\}/)
            .map(escapeRegExp)
            .join('.+')}$`,
          's',
        ),
    );
  const matcher = (text: string) => whole.has(text) || patterns.some((pattern) => pattern.test(text));
  matchers.set(language, matcher);
  return matcher;
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
