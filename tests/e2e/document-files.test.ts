/** One file of a document from its choice to its result: kinds, passwords, proofs, redacted digits, the scan. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DocumentType } from '../../domain/values/wire.ts';
import { browserForFile } from '../support/browser.ts';
import { eventually } from './support/eventually.ts';
import { raman } from './support/fixtures.ts';
import { bytes, type ChosenFile, choose, heavyPdf, lockedPdf, pdf, photo, row } from './support/files.ts';
import { button } from './support/interactions.ts';
import { reviewerAt } from './support/reviewer.ts';
import { desktopFor } from './support/screens.ts';
import { messageText } from './support/message-text.ts';
import { type CreatedLoan, testAppForFile } from './support/test-app.ts';
import { documentAction, documentLists, here } from './support/document-list.ts';

const open = browserForFile();
const testApp = testAppForFile();
const { listOf } = documentLists(open, testApp);

beforeEach(() => testApp().faults.disarmAll());

/** Returns the share of black pixels in the picture that is stored. */
async function blackShareOf(page: Page, loan: CreatedLoan, type: DocumentType): Promise<number> {
  const headers = { authorization: testApp().key, 'x-auth-type': 'API', 'x-loan-token': loan.token };
  const at = `${testApp().url}/dev/api/v2/loan-document/by-loan/${loan.loanId}/${type}`;
  const address = async () => (await (await page.request.get(at, { headers })).json()).result?.address;
  await eventually(async () => typeof (await address())).toBe('string');
  const picture = await (await page.request.get(await address())).body();
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let black = 0;
    for (let index = 0; index < data.length; index += 4)
      if (Math.max(data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0) < 16) black += 1;
    return black / (data.length / 4);
  }, picture.toString('base64'));
}

const alert = (page: Page) => page.getByRole('alertdialog');

describe('a file', () => {
  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0heicmif1'),
    Buffer.alloc(400),
  ]);
  const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

  const invalidFiles: readonly [file: ChosenFile, message: string][] = [
    [bytes(Buffer.alloc(0), 'nothing.jpg'), messageText('document.error.empty')],
    [bytes(Buffer.from('#!/bin/sh'), 'pan.jpg'), messageText('document.error.type')],
    [bytes(heic, 'pan.heic'), messageText('document.error.heic')],
    [
      bytes(Buffer.concat([jpegHead, Buffer.alloc(999)]), 'pan.jpg'),
      messageText('document.error.unreadable'),
    ],
    [heavyPdf(20_971_521), messageText('document.error.tooLarge', { megabytes: 20 })],
    [lockedPdf(), messageText('document.error.locked')],
  ];

  test('that cannot be a document is refused before anything is sent', async () => {
    const { page, loan } = await listOf('a file that cannot be a document');
    for (const [file, message] of invalidFiles) {
      await choose(page, 'pan_photo', file);
      await alert(page).getByRole('heading', { name: message }).waitFor();
      await button(alert(page), messageText('document.ok')).click();
      await button(page, documentAction(messageText('document.add.choose'), 'pan_photo')).waitFor();
    }
    expect(await testApp().documentsOf(loan.loanId)).toEqual([]);
  });

  test('needs its password, which is checked before it is stored', async () => {
    const { page, loan } = await listOf('a locked statement');
    await choose(page, 'bank_statement_3_months', lockedPdf());
    const dialog = page.getByRole('dialog', { name: messageText('document.password.label') });
    await dialog.getByText(messageText('document.password.help')).waitFor();
    await button(dialog, messageText('document.password.send')).click();
    await dialog.getByText(messageText('document.error.password.required')).waitFor();
    await button(dialog, messageText('document.password.none')).click();
    await dialog.getByText(messageText('document.error.password.required')).waitFor();
    await dialog.getByLabel(messageText('document.password')).fill('guess');
    await button(dialog, messageText('document.password.send')).click();
    await dialog.getByText(messageText('document.error.password.wrong')).waitFor();
    await dialog.getByLabel(messageText('document.password')).fill('user');
    await button(dialog, messageText('document.password.send')).click();
    await here(page, 'bank_statement_3_months').waitFor();
    const [kept] = await testApp().documentsOf(loan.loanId);
    expect(kept?.password).not.toBeNull();
    expect(kept?.password).not.toContain('user');
  });

  test('needs the kind of proof of address before it is sent', async () => {
    const { page, loan } = await listOf('an address proof', raman);
    await choose(page, 'current_address_proof', pdf());
    const proof = row(page, 'current_address_proof');
    await proof.getByText(messageText('document.error.proof.required')).waitFor();
    await proof
      .getByLabel(messageText('document.proof.label'))
      .selectOption({ label: messageText('document.proof.gas_bill') });
    await here(page, 'current_address_proof').waitFor();
    expect(await testApp().documentsOf(loan.loanId)).toMatchObject([{ proof: 'gas_bill' }]);
    // The kind that is stored counts for what replaces it, also after the page was loaded again.
    await page.reload();
    await here(page, 'current_address_proof').waitFor();
    await choose(page, 'current_address_proof', pdf('july.pdf'));
    await proof.getByText('july.pdf').waitFor();
    await here(page, 'current_address_proof').waitFor();
    expect(await testApp().documentsOf(loan.loanId)).toMatchObject([{ proof: 'gas_bill' }]);
  });

  test('of Aadhaar can have its first digits blacked out on the phone', async () => {
    const { page, loan } = await listOf('Aadhaar is blacked out');
    await choose(page, 'aadhaar_front', photo('aadhaar.png'));
    await button(page, messageText('document.redact.skip')).click();
    await here(page, 'aadhaar_front').waitFor();
    const hash = async () => (await testApp().documentsOf(loan.loanId))[0]?.sha256;
    const [hashBefore, blackBefore] = [await hash(), await blackShareOf(page, loan, 'aadhaar_front')];
    await choose(page, 'aadhaar_front', photo('aadhaar.png'));
    await button(page, messageText('document.redact.done')).click();
    await eventually(async () => [undefined, hashBefore].includes(await hash())).toBe(false);
    // The bars cover more than a hundredth of what is stored.
    expect(await blackShareOf(page, loan, 'aadhaar_front')).toBeGreaterThan(blackBefore + 0.01);
  });

  test('that is harmful is refused, and it cannot be opened before the scan', async () => {
    const { page, loan } = await listOf('a harmful file');
    const praise = await recordToasts(page);
    const [cheque, pan] = [row(page, 'cancelled_cheque'), row(page, 'pan_photo')];
    await choose(page, 'cancelled_cheque', pdf('bad.pdf', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!'));
    await cheque.getByText(messageText('document.harmful')).waitFor();
    await cheque.getByText(messageText('document.state.refused'), { exact: true }).waitFor();
    await choose(page, 'pan_photo', pdf('unknown.pdf', 'FEEPATH-NO-SCAN'));
    await pan.getByText(messageText('document.checking')).waitFor();
    await pan.getByText(messageText('document.state.checking'), { exact: true }).waitFor();
    expect(await praise()).toEqual([]);
    expect(await button(page, documentAction(messageText('document.look'), 'pan_photo')).count()).toBe(0);

    await choose(page, 'passport_photo', photo('me.png'));
    await here(page, 'passport_photo').waitFor();
    await testApp().leaveUnscanned(loan.loanId, 'passport_photo');

    const desk = await desktopFor(await open(), 'a harmful file: the reviewer');
    await reviewerAt(desk.page, testApp()).opensTheApplication(loan.loanId);
    await desk.page.getByText(messageText('review.document.refused')).waitFor();
    await desk.page.getByText(messageText('review.document.waiting')).waitFor();
    await desk.page.getByText(messageText('review.document.notScanned')).waitFor();
  });
});

/** Returns what toasts say from now on. */
async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  const said = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const read = () => texts.push(...[...document.querySelectorAll('.toast')].map((one) => one.textContent));
    new MutationObserver(read).observe(document.body, { subtree: true, childList: true });
    return texts;
  });
  return () => said.jsonValue();
}
