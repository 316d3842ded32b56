import { expect, it } from 'vitest';
import { fullKeyFactsFixture, keyFactsFixture } from '../../domain/servicing/testing-key-facts.ts';
import { keyFactsInputOf } from '../../domain/servicing/key-facts-wire.ts';
import { keyFactsOnWire } from './key-facts.ts';

it('a page reads the facts as the server sends them', () => {
  for (const facts of [keyFactsFixture(), fullKeyFactsFixture()])
    expect(keyFactsInputOf(keyFactsOnWire(facts))).toEqual(facts);
});
