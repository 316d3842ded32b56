import { expect, it } from 'vitest';
import { someKeyFacts } from '../../domain/servicing/key-facts-testing.ts';
import { keyFactsModel } from './page-model.ts';
import { typeset } from './typesetter.ts';

it('refuses what it cannot typeset, and goes on with the next', async () => {
  const model = JSON.stringify(keyFactsModel(someKeyFacts(), 'en'));
  const [bad, good] = await Promise.allSettled([typeset('{}'), typeset(model)]);
  expect(bad.status).toBe('rejected');
  expect(good.status).toBe('fulfilled');
});
