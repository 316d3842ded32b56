import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { isEncryptedPdf } from '../../domain/values/content.ts';
import { checkPdfPassword as checkPassword, readPdfLock } from './pdf-password.ts';

/** Files of other programs: qpdf, and where the name ends in `literal` Ghostscript, in `direct` MuPDF. */
const folder = join(import.meta.dirname, 'fixtures');
const fixture = (name: string) => readFileSync(join(folder, `${name}.pdf`));
const checkPdfPassword = (file: Uint8Array, password: string) => checkPassword(readPdfLock(file), password);
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`, 'latin1');

const twoPasswords = [
  'rc4-40',
  'rc4-40-literal',
  'rc4-56-literal',
  'rc4-128',
  'rc4-128-metadata',
  'aes-128',
  'aes-256-r5',
  'aes-256',
  'aes-256-direct',
];

describe('a locked PDF', () => {
  it.each(twoPasswords)('%s opens with the password of its user and of its owner alone', (name) => {
    const file = fixture(name);
    expect(isEncryptedPdf(file)).toBe(true);
    for (const password of ['user', 'owner']) expect(checkPdfPassword(file, password)).toBe('open');
    for (const password of ['', 'User', 'user ', 'use', 'பாடம்', 'u'.repeat(200)])
      expect(checkPdfPassword(file, password)).toBe('wrong');
  });

  it.each(['owner-only', 'owner-only-rc4-40'])('%s opens without a password', (name) => {
    expect(checkPdfPassword(fixture(name), '')).toBe('open');
    expect(checkPdfPassword(fixture(name), 'owner')).toBe('open');
    expect(checkPdfPassword(fixture(name), 'user')).toBe('wrong');
  });

  it.each([
    ['accents-128', 'pässwörd'],
    ['accents-256', 'pässwörd'],
    ['accents-256', 'பாடம்'],
  ])('%s opens with %s, however its letters are composed', (name, password) => {
    for (const form of ['NFC', 'NFD'])
      expect(checkPdfPassword(fixture(name), password.normalize(form))).toBe('open');
    expect(checkPdfPassword(fixture(name), 'password')).toBe('wrong');
  });

  it('opens too where there are other bytes before and after it in memory', () => {
    const file = fixture('aes-128');
    const inside = new Uint8Array(Buffer.concat([Buffer.from('xx'), file, Buffer.from('yy')])).subarray(
      2,
      -2,
    );
    expect(checkPdfPassword(inside, 'user')).toBe('open');
  });

  it('is what its latest revision says, and what one that cannot be read does not say', () => {
    const file = fixture('rc4-128');
    const damaged = Buffer.concat([
      file,
      Buffer.from('\n5 0 obj\n(no dictionary)\nendobj\ntrailer <</Encrypt 5 0 R'),
    ]);
    expect(checkPdfPassword(damaged, 'user')).toBe('open');
  });
});

describe('what is not understood', () => {
  it('is not locked where there is no lock', () => {
    expect(checkPdfPassword(fixture('not-locked'), 'user')).toBe('notLocked');
    expect(checkPdfPassword(new Uint8Array(), '')).toBe('notLocked');
    expect(checkPdfPassword(pdf('trailer <</Root 1 0 R>>'), '')).toBe('notLocked');
  });

  const entries = `/O <${'0'.repeat(64)}> /U <${'0'.repeat(64)}> /P -4`;

  it.each([
    ['a certificate', 'trailer <</Encrypt <</Filter /Adobe.PubSec /V 4 /R 4>>>>'],
    ['a later revision', `trailer <</Encrypt <</Filter /Standard /V 6 /R 7 ${entries}>>>>`],
    ['an algorithm of no standard', `trailer <</Encrypt <</Filter /Standard /V 0 /R 2 ${entries}>>>>`],
    ['a key of no length', `trailer <</Encrypt <</Filter /Standard /V 2 /R 3 /Length 0 ${entries}>>>>`],
    ['a key of half a byte', `trailer <</Encrypt <</Filter /Standard /V 2 /R 3 /Length 44 ${entries}>>>>`],
    ['an entry that is too short', 'trailer <</Encrypt <</Filter /Standard /V 1 /R 2 /O () /U () /P -4>>>>'],
    ['entries that are too short for it', `trailer <</Encrypt <</Filter /Standard /V 5 /R 6 ${entries}>>>>`],
    ['an object that is not there', 'trailer <</Encrypt 9 0 R>>'],
    ['an object of another number', '19 0 obj <</Filter /Standard>> endobj trailer <</Encrypt 9 0 R>>'],
    ['a trailer that points to itself', 'trailer <</Encrypt 9 0 R>> 9 0 obj 9 0 R endobj'],
    ['a trailer that was cut off', 'trailer <</ID [<00'.concat('/Encrypt 9 0 R')],
    ['dictionaries within dictionaries', `trailer ${'<</Encrypt '.repeat(10_000)}`],
    ['arrays within arrays', `trailer <</ID ${'['.repeat(10_000)} /Encrypt 9 0 R`],
  ])('is unknown for %s', (_, text) => expect(checkPdfPassword(pdf(text), 'user')).toBe('unknown'));

  it('is an answer, whatever became of the bytes', () => {
    const names = readdirSync(folder).map((name) => name.replace(/\.pdf$/, ''));
    const change = fc.record({ at: fc.nat(2600), byte: fc.nat(255) });
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(change), fc.nat(2600), (name, changes, length) => {
        const file = fixture(name).subarray(0, length || undefined);
        for (const { at, byte } of changes) if (at < file.length) file[at] = byte;
        expect(['open', 'wrong', 'notLocked', 'unknown']).toContain(checkPdfPassword(file, 'user'));
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['1 ', '<00>', '/a ', '1 0 R '])('is given up soon in 2 MiB of lists of %j', (value) => {
    const listOf = (bytes: number) => value.repeat(bytes / value.length);
    // Each trailer can be read and points to an object of which no revision can.
    const trailer = `trailer <</Encrypt 5 0 R/ID [${listOf(65_000)}]>>\n`;
    const object = `5 0 obj <</A [${listOf(65_600)}]>> endobj\n`;
    const file = pdf(trailer.repeat(16) + object.repeat(16));
    let bytesRead = 0;
    const { toString, lastIndexOf } = Buffer.prototype;
    const reading = vi.spyOn(Buffer.prototype, 'toString').mockImplementation(function (this: Buffer, ...of) {
      const text = toString.apply(this, of);
      bytesRead += text.length;
      return text;
    });
    const searching = vi.spyOn(Buffer.prototype, 'lastIndexOf').mockImplementation(lastIndexOf);
    const result = checkPdfPassword(file, 'user');
    const searches = searching.mock.calls.length;
    reading.mockRestore();
    searching.mockRestore();
    expect(result).toBe('unknown');
    expect(bytesRead).toBeLessThanOrEqual(1024 ** 2);
    expect(searches).toBeLessThanOrEqual(16);
  });

  it.each([
    'trailer <</Encrypt 5 0 R ',
    '5 0 obj ',
    '(',
    '\\',
    '<',
    '%',
    '[ ',
    '5 0 R ',
    'trailer<</Encrypt<<',
    '/Encrypt 5 0 R ',
  ])('is answered soon for 25 MiB of %j', (words) => {
    const start = pdf('trailer <</Encrypt 5 0 R/ID ');
    const file = Buffer.alloc(25 * 1024 ** 2, words);
    start.copy(file);
    const began = performance.now();
    expect(checkPdfPassword(file, 'user')).toBe('unknown');
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});
