/** Files as people choose them: their content is what their name says, unless a test says otherwise. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import type { DocumentType } from '../../../domain/values/wire.ts';
import { documentLabels } from '../../../domain/forms/fields/loan.ts';
import { receipt } from './desk.ts';
import { messageText } from './message-text.ts';

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photo that is small enough to travel as it is. */
export const photo = (name = 'photo.png', which: 'first' | 'second' = 'first'): ChosenFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(receipt(which)),
});

const pdfHead = Buffer.from('%PDF-1.4\n');

/** A PDF of which only a scanner reads more than the beginning; `says` is its text. */
export const pdf = (name = 'paper.pdf', says = ''): ChosenFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([pdfHead, Buffer.from(`% ${name} ${says}\n%%EOF\n`)]),
});

/** A PDF of the given size in bytes. */
export const heavyPdf = (bytes: number, name = 'scan.pdf'): ChosenFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([pdfHead, Buffer.alloc(bytes - pdfHead.length, 32)]),
});

/** Opens with the password 'user'. */
export const lockedPdf = (): ChosenFile => ({
  name: 'statement.pdf',
  mimeType: 'application/pdf',
  buffer: readFileSync(new URL('../../../server/documents/fixtures/aes-256.pdf', import.meta.url)),
});

/** Its kind by its content; `name` promises another. */
export const bytes = (content: Buffer, name: string, mimeType = 'image/jpeg'): ChosenFile => ({
  name,
  mimeType,
  buffer: content,
});

/** The row of a document in a checklist. */
export const row = (page: Page, type: DocumentType): Locator =>
  page.getByRole('article', { name: messageText(documentLabels[type]), exact: true });

/** Chooses a file for a document, as from the phone's own files. A large one takes its time to reach the browser. */
export const choose = (page: Page, type: DocumentType, file: ChosenFile): Promise<void> =>
  row(page, type).locator('input[type=file]:not([capture])').setInputFiles(file, { timeout: 60_000 });

/** Drags a file from the desktop onto an element: first over it, where it is marked, then lets it fall. */
export async function drop(target: Locator, { name, mimeType, buffer }: ChosenFile): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle(
    ([content, name, type]) => {
      const transfer = new DataTransfer();
      const decoded = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([decoded], name, { type }));
      return transfer;
    },
    [buffer.toString('base64'), name, mimeType] as const,
  );
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.and(target.page().locator('[data-dropping]')).waitFor();
  await target.dispatchEvent('drop', { dataTransfer });
}
