import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headBytes, isEncryptedPdf, type FileKind, detectFileKind, isAcceptedKind } from './content.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const anything = fc.uint8Array({ maxLength: 2 * headBytes });

const starts: [FileKind, string][] = [
  ['jpeg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['pdf', '%PDF-'],
  ['webp', 'RIFF\x10\x00\x00\x00WEBP'],
  ...['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'].map((brand): [FileKind, string] => [
    'heic',
    `\x00\x00\x00\x18ftyp${brand}`,
  ]),
];

describe('the kind of a file', () => {
  it.each(starts)('is %s for a file that starts with %j', (kind, start) => {
    fc.assert(
      fc.property(anything, (rest) => {
        expect(detectFileKind(Uint8Array.of(...bytes(start), ...rest))).toBe(kind);
      }),
    );
  });

  it.each(starts)('is not %s for an incomplete %j', (_, start) => {
    for (let length = 0; length < start.length; length += 1)
      expect(detectFileKind(bytes(start.slice(0, length)))).toBe('other');
  });

  it.each([
    ['no picture', 'GIF89a'],
    ['a film', '\x00\x00\x00\x18ftypisom'],
    ['another container', 'RIFF\x10\x00\x00\x00WAVE'],
    ['a page', '<!doctype html><title>scan.pdf</title>'],
    ['a program', 'MZ\x90\x00'],
  ])('is other for %s', (_, text) => expect(detectFileKind(bytes(text))).toBe('other'));

  it('is PDF where the mark begins after other bytes within the head', () => {
    const behind = (length: number) => bytes(`${' '.repeat(length)}%PDF-1.7`);
    expect(detectFileKind(behind(headBytes - 5))).toBe('pdf');
    expect(detectFileKind(behind(headBytes - 4))).toBe('other');
  });

  it('depends only on the head of the file', () => {
    fc.assert(
      fc.property(anything, (file) => {
        expect(detectFileKind(file.subarray(0, headBytes))).toBe(detectFileKind(file));
      }),
    );
  });

  it('is accepted for JPEG, PNG and PDF only', () => {
    const kinds: FileKind[] = ['jpeg', 'png', 'pdf', 'heic', 'webp', 'other'];
    expect(kinds.filter(isAcceptedKind)).toEqual(['jpeg', 'png', 'pdf']);
  });
});

describe('a locked PDF', () => {
  it.each([
    'trailer\n<</Root 1 0 R/Encrypt 5 0 R/Size 6>>',
    'trailer<</Encrypt<</Filter/Standard>>>>',
    'trailer << /Encrypt\r\n12\t0 R >>',
    '7 0 obj\n<</Type/XRef/Encrypt 6 0 R>>\nstream\n\x01\x02\nendstream',
    'trailer <</Size 6>>\nstartxref\n1\n%%EOF\ntrailer <</Size 6/Encrypt 5 0 R>>',
  ])('is detected in %j', (text) => expect(isEncryptedPdf(bytes(`%PDF-1.7\n${text}`))).toBe(true));

  it.each([
    '',
    'trailer <</Root 1 0 R>>',
    'trailer <</EncryptMetadata false>>',
    'trailer <</Encrypt null>>',
    'trailer <</Encrypt5 0 R>>',
    'trailer <</Encrypt 5 0',
    'trailer <</Encrypt',
    '/Encrypt 5 0 R',
    '4 0 obj\n<</Length 40>>\nstream\n(write /Encrypt 5 0 R) Tj\nendstream\nendobj',
  ])('is not detected in %j', (text) => expect(isEncryptedPdf(bytes(`%PDF-1.7\n${text}`))).toBe(false));

  it('is detected by a trailer at the end of any file', () => {
    const word = fc.constantFrom('trailer', ' obj', 'stream', '/Encrypt', ' 5 0', ' R', '<<', '(', '\x00');
    fc.assert(
      fc.property(fc.array(word), anything, (words, noise) => {
        const file = Uint8Array.of(...bytes(words.join('')), ...noise);
        const locked = Uint8Array.of(...file, ...bytes(' trailer<</Encrypt 5 0 R>>'));
        expect(isEncryptedPdf(locked)).toBe(true);
      }),
    );
  });

  it.each(['/Encrypt 5 0 R', '/Encrypt            ', '/Encrypt 0000000000', 'trailer', ' obj', 'strea'])(
    'is searched for in less than 15 seconds in 25 MiB of %j',
    (words) => {
      const file = new Uint8Array(25 * 1024 ** 2).fill(0x20);
      const pattern = bytes(words);
      for (let at = 0; at + pattern.length < file.length; at += pattern.length) file.set(pattern, at);
      const began = performance.now();
      expect(isEncryptedPdf(file)).toBe(false);
      expect(performance.now() - began).toBeLessThan(15_000);
    },
  );
});
