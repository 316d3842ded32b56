import { expect, it } from 'vitest';
import { openDatabase } from './open.ts';
import { DatabaseStartError } from './start-error.ts';

it.each([
  ['28P01', 'password'],
  ['3D000', 'does not exist'],
  ['42501', 'may not create'],
  ['53300', 'max_connections'],
  ['ENOTFOUND', 'not known'],
  ['ECONNREFUSED', 'cannot be reached'],
  [undefined, 'cannot be reached'],
  ['XX000', 'refuses'],
])('the code %s is one sentence', (code, words) => {
  const cause = Object.assign(new Error('password of postgres://user:secret@host'), { code });
  const { message } = new DatabaseStartError(cause);
  expect(message).toContain(words);
  expect(message).not.toMatch(/secret|\n/);
});

it('a PostgreSQL that does not run is one sentence', async () => {
  const opening = openDatabase({ databaseUrl: 'postgres://a:secret@127.0.0.1:1/x', dataDir: '' });
  await expect(opening).rejects.toThrow(
    'PostgreSQL cannot be reached: check DATABASE_URL, and that it runs.',
  );
});
