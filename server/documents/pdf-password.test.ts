import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEncryptedPdf } from '../../domain/values/content.ts';
import { isNightly } from '../../tests/support/nightly.ts';
import { checkPdfPassword, type PdfAnswer } from './pdf-password.ts';

/** Files of other programs: qpdf, and where the name ends in `literal` Ghostscript, in `direct` MuPDF. */
const folder = join(import.meta.dirname, 'fixtures');
const fixture = (name: string) => readFileSync(join(folder, `${name}.pdf`));

type Pdfium = { answerOf: (pdf: Uint8Array, password: string) => PdfAnswer };

/** PDFium in this process, where it answers in milliseconds. */
const loadPdfium = (instance: number) =>
  import(new URL(`./pdfium.mjs?${instance}`, import.meta.url).href) as Promise<Pdfium>;

const { answerOf } = await loadPdfium(0);
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
    // PDFium hashes keys shorter than a hash as the standard says, and this file's owner is not hashed so.
    const owners = name === 'rc4-56-literal' ? [] : ['owner'];
    for (const password of ['user', ...owners]) expect(answerOf(file, password)).toBe('open');
    for (const password of ['', 'User', 'user ', 'use', 'பாடம்', 'u'.repeat(200)])
      expect(answerOf(file, password)).toBe('wrong');
  });

  it.each(['owner-only', 'owner-only-rc4-40'])('%s opens without a password', (name) => {
    for (const password of ['', 'owner', 'user']) expect(answerOf(fixture(name), password)).toBe('openToAll');
  });

  it.each([
    ['accents-128', 'pässwörd'],
    ['accents-256', 'pässwörd'],
    ['accents-256', 'பாடம்'],
  ])('%s opens with %s in composed and decomposed form', (name, password) => {
    for (const form of ['NFC', 'NFD']) expect(answerOf(fixture(name), password.normalize(form))).toBe('open');
    expect(answerOf(fixture(name), 'password')).toBe('wrong');
  });

  it('opens in a process of its own, also where there are other bytes before and after it in memory', async () => {
    const file = fixture('aes-128');
    const inside = new Uint8Array(Buffer.concat([Buffer.from('xx'), file, Buffer.from('yy')])).subarray(
      2,
      -2,
    );
    expect(await checkPdfPassword(inside, 'user')).toBe('open');
    expect(await checkPdfPassword(file, 'User')).toBe('wrong');
    expect(await checkPdfPassword(fixture('owner-only'), '')).toBe('openToAll');
  });

  it('opens at the maximum size', async () => {
    const file = fixture('aes-128');
    const end = file.subarray(file.lastIndexOf('startxref'));
    const large = Buffer.concat([file, Buffer.alloc(25 * 1024 ** 2 - file.length - end.length, ' '), end]);
    expect(await checkPdfPassword(large, 'user')).toBe('open');
    expect(await checkPdfPassword(large, 'User')).toBe('wrong');
  });

  it('opens by its last readable revision', () => {
    const file = fixture('rc4-128');
    const damaged = Buffer.concat([
      file,
      Buffer.from('\n5 0 obj\n(no dictionary)\nendobj\ntrailer <</Encrypt 5 0 R'),
    ]);
    expect(answerOf(damaged, 'user')).toBe('open');
  });
});

describe('a file that cannot be checked', () => {
  it('is open to all where there is no lock, and unknown where there is no PDF', () => {
    expect(answerOf(fixture('not-locked'), 'user')).toBe('openToAll');
    expect(answerOf(new Uint8Array(), '')).toBe('unknown');
    expect(answerOf(pdf('trailer <</Root 1 0 R>>'), '')).toBe('unknown');
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
  ])('is unknown for %s', (_, text) => expect(answerOf(pdf(text), 'user')).toBe('unknown'));

  it('gives an answer or ends the process for any change of its bytes', async () => {
    const names = readdirSync(folder).map((name) => name.replace(/\.pdf$/, ''));
    const change = fc.record({ at: fc.nat(2600), byte: fc.nat(255) });
    const numRuns = isNightly ? 1000 : 100;
    let ended = 0;
    let pdfium = await loadPdfium(0);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.array(change),
        fc.nat(2600),
        async (name, changes, length) => {
          const file = fixture(name).subarray(0, length || undefined);
          for (const { at, byte } of changes) if (at < file.length) file[at] = byte;
          try {
            expect(['openToAll', 'open', 'wrong', 'unknown']).toContain(pdfium.answerOf(file, 'user'));
          } catch (error) {
            if (!(error instanceof WebAssembly.RuntimeError)) throw error;
            pdfium = await loadPdfium(++ended);
          }
        },
      ),
      { numRuns },
    );
    expect(ended).toBeLessThan(numRuns / 10);
  });

  it('is unknown where it ends PDFium', async () => {
    const file = fixture('aes-256-r5');
    file[724] = 0;
    expect(await checkPdfPassword(file, 'user')).toBe('unknown');
  });

  const repeatedByNight = [
    '5 0 obj ',
    '(',
    '\\',
    '<',
    '%',
    '5 0 R ',
    'trailer<</Encrypt<<',
    '/Encrypt 5 0 R ',
    '1 0 obj <</A [<00> /a 1 0 R]>> endobj ',
  ];
  const repeated = ['trailer <</Encrypt 5 0 R ', '[ ', ...(isNightly ? repeatedByNight : [])];

  it.each(repeated)(
    'is answered within 15 seconds for 25 MiB of %j while other calls continue',
    async (words) => {
      const start = pdf('trailer <</Encrypt 5 0 R/ID ');
      const file = Buffer.alloc(25 * 1024 ** 2, words);
      start.copy(file);
      const began = performance.now();
      let turns = 0;
      const count = setInterval(() => (turns += 1));
      expect(await checkPdfPassword(file, 'user')).toBe('unknown');
      clearInterval(count);
      expect(performance.now() - began).toBeLessThan(15_000);
      expect(turns).toBeGreaterThan(10);
    },
  );

  /** Entries of a cross-reference stream that unpack into 300 MiB, and into objects of six times that. */
  const bomb = () => {
    const packed = deflateSync(Buffer.alloc(300 * 1024 ** 2, 1));
    const dictionary = `<</Type/XRef/Size 20000000/W[1 4 2]/Root 2 0 R/Filter/FlateDecode/Length ${packed.length}>>`;
    return Buffer.concat([
      pdf(`1 0 obj ${dictionary}\nstream\n`),
      packed,
      Buffer.from('\nendstream endobj\n2 0 obj <</Type/Catalog>> endobj\nstartxref\n9\n%%EOF'),
    ]);
  };

  it('ends the process where it unpacks into too much memory', async () => {
    const timeout = 50_000;
    const began = performance.now();
    expect(await checkPdfPassword(bomb(), '', { timeout })).toBe('unknown');
    expect(performance.now() - began).toBeLessThan(timeout);
  });

  it('ends the process where it exceeds the timeout', async () => {
    expect(await checkPdfPassword(fixture('aes-128'), 'user', { timeout: 1 })).toBe('unknown');
  });
});
