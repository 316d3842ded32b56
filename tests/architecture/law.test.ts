import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/build-app.ts';
import { dutiesIn, faultsOf } from '../law.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

it('each duty of the law has a test that exists, or says what is missing or whose act it is', () => {
  const duties = dutiesIn(read('docs/law.md'));
  expect(duties.length).toBeGreaterThan(60);
  expect(duties.flatMap((duty) => faultsOf(duty, read))).toEqual([]);
});

it.each([
  [
    'a test that its file does not have',
    '| 1 | A | B | a.test.ts: adds |',
    'row 1: a.test.ts has no test "adds"',
  ],
  [
    'a file that does not exist',
    '| 2 | A | B | b.test.ts: adds |',
    'row 2 names b.test.ts, which does not exist',
  ],
  ['no test and no mark', '| 3 | A | B |  |', 'row 3 has neither a test nor "missing" or "outside"'],
])('a row with %s is a fault', (_, row, fault) => {
  const files: Record<string, string> = { 'a.test.ts': "it('subtracts', () => {});" };
  expect(dutiesIn(row).flatMap((duty) => faultsOf(duty, (path) => files[path]))).toEqual([fault]);
});
