import { expect, it } from 'vitest';
import { importOutcome } from './import-outcome.ts';

it('a failed import counts as no answer', async () => {
  expect(await importOutcome(Promise.resolve('words'))).toEqual({ kind: 'ok', value: 'words' });
  expect(await importOutcome(Promise.reject(new TypeError('Failed to fetch')))).toEqual({
    kind: 'unreachable',
  });
});
