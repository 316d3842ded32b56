/** A key facts statement says on the screen what it says on paper: the two read their messages in different ways. */
import { expect, it } from 'vitest';
import { type DocumentText, textOf } from '../../domain/servicing/document-text.ts';
import { keyFactsHeading, keyFactsSections } from '../../domain/servicing/key-facts.ts';
import { fullKeyFactsFixture } from '../../domain/servicing/testing-key-facts.ts';
import { documentIntl } from '../../server/issued-documents/messages.ts';
import { loadDocumentIntl } from '../../src/account/servicing/key-facts-messages.ts';

it('a key facts statement has the same text on the screen and in the document in Tamil', async () => {
  const input = fullKeyFactsFixture();
  const texts = JSON.parse(JSON.stringify([keyFactsHeading(input), keyFactsSections(input)])) as unknown;
  const messages = messagesIn(texts);
  const screen = await loadDocumentIntl('ta');
  expect(messages.length).toBeGreaterThan(100);
  expect(messages.map((text) => textOf(text, screen))).toEqual(
    messages.map((text) => textOf(text, documentIntl('ta'))),
  );
});

/** Returns the messages within rows and tables. */
function messagesIn(value: unknown): DocumentText[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'id' in value ? [value as DocumentText] : Object.values(value).flatMap(messagesIn);
}
