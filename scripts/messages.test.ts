import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compileMessages } from './messages.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'feepath-words-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function catalogue(code: string, words: Record<string, string>): string {
  const file = join(folder, `${code}.json`);
  writeFileSync(file, JSON.stringify(words));
  return file;
}

it('compiles one namespace, in English where the language has no message', async () => {
  const english = catalogue('en', {
    'app.name': 'Feepath',
    'student.add': 'Add',
    'student.fee': 'Fee {amount}',
  });
  const tamil = catalogue('ta', { 'student.add': 'சேர்' });
  await expect(compileMessages('student', tamil, english)).resolves.toEqual({
    'student.add': [{ type: 0, value: 'சேர்' }],
    'student.fee': [
      { type: 0, value: 'Fee ' },
      { type: 1, value: 'amount' },
    ],
  });
});

it('rejects an id that belongs to no namespace', async () => {
  const english = catalogue('en', { 'nowhere.title': 'Lost' });
  await expect(compileMessages('first', english, english)).rejects.toThrow(
    "'nowhere.title' belongs to no namespace",
  );
});

it('rejects a message that is not valid ICU', async () => {
  const english = catalogue('en', { 'app.name': 'Hello {name' });
  await expect(compileMessages('first', english, english)).rejects.toThrow();
});
