import { expect, it } from 'vitest';
import { fullKeyFacts, someKeyFacts } from '../../domain/servicing/key-facts-testing.ts';
import { keyFactsInputOf } from '../../domain/servicing/key-facts-wire.ts';
import { keyFactsOnWire } from './key-facts.ts';

it('a page reads the facts as the server sends them', () => {
  for (const facts of [someKeyFacts(), fullKeyFacts()])
    expect(keyFactsInputOf(keyFactsOnWire(facts))).toEqual(facts);
});
