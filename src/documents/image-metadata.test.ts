import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasMetadata, withoutTextChunks } from './image-metadata.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const segment = (marker: number, text: string) =>
  joined(Uint8Array.of(0xff, marker, (text.length + 2) >> 8, (text.length + 2) & 255), bytes(text));
const jpeg = (...segments: Uint8Array[]) =>
  joined(Uint8Array.of(0xff, 0xd8), ...segments, segment(0xda, 'scan'), bytes('pixels\xff\xd9'));
const jfif = segment(0xe0, 'JFIF');
const profile = segment(0xe2, 'ICC_PROFILE');
const adobe = segment(0xee, 'Adobe');
const tables = segment(0xdb, 'tables');

describe('a JPEG', () => {
  it('has no metadata where it contains only decoding segments', () => {
    expect(hasMetadata(jpeg(jfif, profile, adobe, tables, segment(0xc0, 'frame')))).toBe(false);
  });

  it.each([
    ['EXIF', segment(0xe1, 'Exif\0\0')],
    ['XMP', segment(0xe1, 'http://ns.adobe.com/xap/1.0/')],
    ['IPTC', segment(0xed, 'Photoshop 3.0')],
    ['a comment', segment(0xfe, 'taken at home')],
    ['a segment of some program', segment(0xe5, 'x')],
  ])('has metadata where it contains %s', (_, more) =>
    expect(hasMetadata(jpeg(jfif, tables, more))).toBe(true),
  );

  it('has metadata where it cannot be read', () => {
    const whole = jpeg(jfif, tables);
    const scan = whole.length - 'pixels__'.length - 'scan'.length - 4;
    for (let length = 0; length < scan; length += 1) expect(hasMetadata(whole.slice(0, length))).toBe(true);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (any) => void hasMetadata(any)));
  });
});

const chunk = (type: string, text: string) =>
  joined(Uint8Array.of(0, 0, 0, text.length), bytes(type), bytes(text), bytes('sum.'));
const png = (...chunks: Uint8Array[]) => joined(bytes('\x89PNG\r\n\x1a\n'), ...chunks);
const header = chunk('IHDR', 'size');
const pixels = chunk('IDAT', 'pixels');
const end = chunk('IEND', '');

describe('a PNG', () => {
  it('keeps its picture when its text chunks are removed', () => {
    const texts = [chunk('tEXt', 'Author'), chunk('iTXt', 'XML'), chunk('zTXt', ''), chunk('tIME', 'now')];
    const parts = withoutTextChunks(png(header, ...texts, pixels, end)) ?? [];
    expect(joined(...parts)).toEqual(png(header, pixels, end));
  });

  it('loses all bytes after its end', () => {
    const parts = withoutTextChunks(joined(png(header, pixels, end), bytes('and a film'))) ?? [];
    expect(joined(...parts)).toEqual(png(header, pixels, end));
  });

  it('must be redrawn where it has EXIF or cannot be read', () => {
    expect(withoutTextChunks(png(header, chunk('eXIf', 'place'), pixels, end))).toBeUndefined();
    const whole = png(header, pixels, end);
    for (let length = 0; length < whole.length; length += 1)
      expect(withoutTextChunks(whole.slice(0, length))).toBeUndefined();
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (any) => void withoutTextChunks(any)));
  });
});
