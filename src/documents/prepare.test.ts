/** Tests the decisions that need no browser; tests/e2e/phone.test.ts covers the pictures. */
import { describe, expect, it } from 'vitest';
import { type Prepared, prepareFile, type InvalidFile } from './prepare.ts';

const rule = { maxBytes: 1000, takesPassword: false };
const pdf = '%PDF-1.7\ntrailer <</Root 1 0 R>>';
const lockedPdf = '%PDF-1.7\ntrailer <</Encrypt 5 0 R>>';
const named = (content: BlobPart, name = 'scan.pdf', type = 'application/pdf') =>
  new File([content], name, { type });

const typeOf = (made: Prepared | InvalidFile) => (made.kind === 'prepared' ? made.blob.type : made.reason);

describe('preparing a file', () => {
  it.each([
    ['', 'empty'],
    ['hello', 'wrongType'],
    ['GIF89a', 'wrongType'],
    [`%PDF-${' '.repeat(1000)}`, 'tooLarge'],
    [lockedPdf, 'locked'],
  ])('refuses %j as %s', async (content, reason) => {
    expect(await prepareFile(named(content), rule)).toEqual({ kind: 'invalidFile', reason });
  });

  it('detects a PDF by its content and leaves it unchanged', async () => {
    const made = await prepareFile(named(pdf, 'photo.jpg', 'image/jpeg'), rule);
    expect(made).toMatchObject({ kind: 'prepared', isPicture: false, isLocked: false });
    expect(typeOf(made)).toBe('application/pdf');
    expect(made.kind === 'prepared' && (await made.blob.text())).toBe(pdf);
  });

  it('accepts a locked PDF where a password can be entered', async () => {
    const made = await prepareFile(named(lockedPdf), { ...rule, takesPassword: true });
    expect(made).toMatchObject({ kind: 'prepared', isPicture: false, isLocked: true });
  });

  it('reports a file that can no longer be read', async () => {
    const gone = named(pdf);
    gone.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    expect(await prepareFile(gone, rule)).toEqual({ kind: 'invalidFile', reason: 'unreadable' });
    const goneLater = named(pdf);
    goneLater.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    expect(await prepareFile(goneLater, rule)).toEqual({ kind: 'invalidFile', reason: 'unreadable' });
  });
});
