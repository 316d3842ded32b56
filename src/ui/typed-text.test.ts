import { describe, expect, it } from 'vitest';
import { cleanWithCaret } from './typed-text.ts';

const digits = (text: string) => text.replace(/\D/g, '').slice(0, 6);

describe('a stripping input', () => {
  it('keeps the caret after the typed character', () => {
    expect(cleanWithCaret('12934', 3, digits)).toEqual({ text: '12934', caret: 3 });
  });

  it('leaves the caret in place when the typed character is stripped', () => {
    expect(cleanWithCaret('12a34', 3, digits)).toEqual({ text: '1234', caret: 2 });
  });

  it('moves the caret to the end of a pasted text', () => {
    expect(cleanWithCaret('60 00-01', 8, digits)).toEqual({ text: '600001', caret: 6 });
  });

  it('keeps the caret within the text', () => {
    expect(cleanWithCaret('1234567', 7, digits)).toEqual({ text: '123456', caret: 6 });
  });

  it('moves the caret when a prefix is dropped from a complete number', () => {
    const mobile = (text: string) => (text.length === 12 && text.startsWith('91') ? text.slice(2) : text);
    expect(cleanWithCaret('919876543210', 12, mobile)).toEqual({ text: '9876543210', caret: 10 });
  });
});
