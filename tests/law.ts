/** `npm run law`: counts the rows of docs/law.md, and fails where a test that a row names does not exist. */
import { existsSync, readFileSync } from 'node:fs';
import { root } from '../scripts/build-app.ts';
import { join } from 'node:path';

/** A duty: its number, and the tests, or the words `missing` or `outside`, of its last cell. */
export type Duty = { number: string; tests: string[] };

/** Returns the rows of the page's tables. */
export const dutiesIn = (page: string): Duty[] =>
  page.split('\n').flatMap((line) => {
    const [, number = '', , , tests = ''] = line.split('|').map((cell) => cell.trim());
    return /^\d+\w?$/.test(number) ? [{ number, tests: tests.split('<br>') }] : [];
  });

export const isTest = (text: string): boolean => /^\S+\.test\.tsx?: /.test(text);

/** Returns the sentence about a row without a mark and about each test that its file does not have. */
export function faultsOf({ number, tests }: Duty, read: (path: string) => string | undefined): string[] {
  return tests.flatMap((text) => {
    if (/^(missing|outside)(: |$)/.test(text)) return [];
    if (!isTest(text)) return [`row ${number} has neither a test nor "missing" or "outside"`];
    const [path = '', ...title] = text.split(': ');
    const file = read(path);
    if (file === undefined) return [`row ${number} names ${path}, which does not exist`];
    return titlesIn(file).has(title.join(': '))
      ? []
      : [`row ${number}: ${path} has no test "${title.join(': ')}"`];
  });
}

const titlesIn = (file: string): Set<string> =>
  new Set(
    [...file.matchAll(/(['"`])((?:(?!\1|\\).|\\.)*)\1/g)].map(([, , text = '']) => text.replaceAll('\\', '')),
  );

const readTest = (path: string): string | undefined =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;

if (process.argv[1] === import.meta.filename) {
  const duties = dutiesIn(readFileSync(join(root, 'docs/law.md'), 'utf8'));
  const faults = duties.flatMap((duty) => faultsOf(duty, readTest));
  for (const fault of faults) console.log(fault);
  const marked = (mark: string) =>
    duties.filter(({ tests }) => tests.some((text) => text.startsWith(mark))).length;
  const tested = duties.filter(({ tests }) => tests.some(isTest)).length;
  console.log(
    `law: ${duties.length} rows, ${tested} with tests, ${marked('missing')} missing, ${marked('outside')} outside`,
  );
  if (duties.length === 0 || faults.length > 0) process.exitCode = 1;
}
