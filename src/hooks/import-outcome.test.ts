import { expect, it } from 'vitest';
import { importOutcome } from './import-outcome.ts';

it('code that does not come is as good as no answer', async () => {
  expect(await importOutcome(Promise.resolve('words'))).toEqual({ kind: 'ok', value: 'words' });
  expect(await importOutcome(Promise.reject(new TypeError('Failed to fetch')))).toEqual({
    kind: 'unreachable',
  });
});
