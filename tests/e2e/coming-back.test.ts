/** A parent comes back: by the start page, by the message with the link, in a partner's frame, or after the token ended. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generate } from 'lean-qr/nano';
import { eq } from 'drizzle-orm';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestPartner } from '../../server/testing/services.ts';
import { oneTimePasswords } from '../../server/db/schema/messages.ts';
import { revokeLoanTokens } from '../../server/loans/tokens.ts';
import { browserForFile } from '../support/browser.ts';
import { eventually } from './support/eventually.ts';
import { choose, photo, row } from './support/files.ts';
import { raman } from './support/fixtures.ts';
import { answer, button, control } from './support/interactions.ts';
import {
  loanWithStudents,
  openDocuments,
  openLoan,
  submittedLoan,
  unfoldLaterDocuments,
} from './support/loans.ts';
import { messageText, reentryDateOfBirth } from './support/message-text.ts';
import { messagesTo, passwordMessageTo } from './support/outbox.ts';
import { formValues } from './support/page-values.ts';
import { parentAt } from './support/parent.ts';
import { desktopFor, phoneFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

describe('the start page', () => {
  test('offers the application of this device, with nothing of a person in it', async () => {
    const fixture = newApplicant();
    const { page } = await phoneFor(await open(), 'the start page offers the application');
    const loan = await loanWithStudents(testApp(), fixture);
    await openLoan(page, testApp(), loan, 'student');
    await parentAt(page, testApp()).isAtStudents();

    await startPage(page);
    await page.getByRole('heading', { name: messageText('create.continue.title') }).waitFor();
    const main = page.getByRole('main');
    await main.getByText(fixture.institution, { exact: true }).first().waitFor();
    await main.getByText('Next: Applicant Details').waitFor();
    const shown = await main.innerText();
    for (const secret of Object.values(fixture.create)) expect(shown).not.toContain(secret);

    await button(page, `Continue ${fixture.institution}`).click();
    await parentAt(page, testApp()).isAtApplicant();
    expect(new URL(page.url()).pathname).toBe(`/loan/${loan.loanId}/applications`);
  });

  test('begins another one with nothing filled in', async () => {
    const fixture = newApplicant();
    const { page } = await phoneFor(await open(), 'the start page begins another one');
    const parent = parentAt(page, testApp());
    await parent.opensTheLink();
    await parent.createsTheApplication(fixture);
    await startPage(page);
    await button(page, messageText('create.continue.another')).click();
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('name');
    expect(Object.values(await formValues(page)).filter(Boolean)).toEqual([]);
  });

  test('offers nothing that the device cannot open any more', async () => {
    const { page } = await phoneFor(await open(), 'the start page offers nothing that is closed');
    const parent = parentAt(page, testApp());
    await parent.opensTheLink();
    const loanId = await parent.createsTheApplication(newApplicant());
    await revokeLoanTokens(testApp().db, loanId, new Date());
    await startPage(page);
    await control(page, 'Mobile number').waitFor();
    expect(await button(page, messageText('create.continue.another')).count()).toBe(0);
  });

  test('says that the same person began an application today, before there is a second', async () => {
    const fixture = newApplicant();
    const { page } = await phoneFor(await open(), 'the same person begins a second one');
    const parent = parentAt(page, testApp());
    await parent.opensTheLink();
    const loanId = await parent.createsTheApplication(fixture);
    const begins = async () => {
      await startPage(page);
      await button(page, messageText('create.continue.another')).click();
      await parent.fillsTheCreateForm(fixture);
      await button(page, 'Submit').click();
      await parent.alert().getByText('You already began an application today').waitFor();
    };
    await begins();
    expect(await testApp().loansOf(fixture.create.Email)).toHaveLength(1);
    await button(parent.alert(), messageText('create.earlier.continue')).click();
    await parent.isAtStudents();
    expect(parent.loanId()).toBe(loanId);

    await begins();
    await button(parent.alert(), messageText('create.earlier.another')).click();
    await parent.isAtStudents();
    expect(await testApp().loansOf(fixture.create.Email)).toHaveLength(2);
  });

  test('tells nobody else whether a mobile number has an application', async () => {
    const fixture = newApplicant();
    await loanWithStudents(testApp(), fixture);
    const { page } = await phoneFor(await open(), 'a stranger types the mobile number');
    const parent = parentAt(page, testApp());
    await parent.opensTheLink();
    await parent.createsTheApplication(fixture);
    expect(await parent.alert().count()).toBe(0);
  });
});

test('a key that does not exist is known at once, and a lost connection is no wrong key', async () => {
  const { page, context } = await phoneFor(await open(), 'a wrong key');
  await page.goto(`${testApp().url}/?api_key=fp_wrong`);
  await page.getByText(messageText('app.keyMissing')).waitFor();
  expect(await page.locator('input, button').count()).toBe(0);
  await parentAt(page, testApp()).opensTheLink();
  await context.setOffline(true);
  await page.getByText(messageText('app.offline.title')).waitFor();
  expect(await page.getByText(messageText('app.keyMissing')).count()).toBe(0);
});

test('the message that goes out when it is created leads to it on another phone', async () => {
  const fixture = newApplicant();
  const { mobile } = fixture;
  const first = await phoneFor(await open(), 'an application is created');
  const parent = parentAt(first.page, testApp());
  await parent.opensTheLink();
  const loanId = await parent.createsTheApplication(fixture);

  const link = async () =>
    (await messagesTo(testApp(), mobile)).map(({ text }) => /https?:\S+/.exec(text)?.[0]).find(Boolean);
  await eventually(link).toContain(`/loan/${loanId}?api_key=`);
  const { pathname, search } = new URL((await link()) ?? '');
  expect(pathname + search).not.toContain(mobile);

  const { page } = await phoneFor(await open(), 'the link on another phone');
  await page.goto(testApp().url + pathname + search);
  await reenters(page, mobile);
  await parentAt(page, testApp()).isAtStudents();
});

describe('the list of documents', () => {
  const documents = (loanId: string) =>
    `${testApp().url}/app/loan/${loanId}/documents?api_key=${testApp().key}`;
  const listed = (page: Page) =>
    page.getByRole('heading', { level: 1, name: messageText('document.title') }).waitFor();

  test('leads to re-entry where the token ended, and from there back', async () => {
    const fixture = newApplicant();
    const loan = await submittedLoan(testApp(), fixture);
    await testApp().alter(loan.loanId, { status: 'draft' });
    const { page } = await phoneFor(await open(), 'the token ended among the documents');
    await openDocuments(page, testApp(), loan);
    await unfoldLaterDocuments(page);
    await row(page, 'pan_photo').waitFor();
    await revokeLoanTokens(testApp().db, loan.loanId, new Date());
    await choose(page, 'pan_photo', photo());
    await reenters(page, fixture.mobile, '1985-04-12');
    await listed(page);
    // This upload was under way when the token ended.
    await row(page, 'pan_photo').getByText(messageText('document.state.here'), { exact: true }).waitFor();
  });

  test('goes over to a phone by its QR code, after which the desktop asks for a one-time password as well', async () => {
    const fixture = newApplicant();
    const loan = await submittedLoan(testApp(), fixture);
    await testApp().alter(loan.loanId, { status: 'draft' });
    const desktop = await desktopFor(await open(), 'documents by QR code: the desktop');
    await openDocuments(desktop.page, testApp(), loan);
    await desktop.page.getByText(messageText('document.phone'), { exact: true }).click();
    for (const step of ['scan', 'code', 'back'] as const)
      await desktop.page.getByText(messageText(`document.phone.${step}`)).waitFor();
    const code = desktop.page.getByRole('img', { name: messageText('document.phone.alt') });
    const expected = generate(documents(loan.loanId));
    const modules = (await code.locator('path').getAttribute('d'))?.match(/M\d+ \d+/g);
    expect(modules).toEqual(
      [...Array(expected.size).keys()].flatMap((y) =>
        [...Array(expected.size).keys()].filter((x) => expected.get(x, y)).map((x) => `M${x} ${y}`),
      ),
    );

    const phone = await phoneFor(await open(), 'documents by QR code: the phone');
    await phone.page.goto(documents(loan.loanId));
    await reenters(phone.page, fixture.mobile, '1985-04-12');
    await listed(phone.page);
    expect(await phone.page.getByText(messageText('document.phone'), { exact: true }).isVisible()).toBe(
      false,
    );
    await unfoldLaterDocuments(phone.page);
    await choose(phone.page, 'pan_photo', photo());
    await row(phone.page, 'pan_photo')
      .getByText(messageText('document.state.here'), { exact: true })
      .waitFor();

    await unfoldLaterDocuments(desktop.page);
    await choose(desktop.page, 'cancelled_cheque', photo());
    await desktop.page.getByRole('heading', { level: 1, name: messageText('app.reentry.title') }).waitFor();
  });
});

describe('a token that ended in the middle', () => {
  test('at Submit leads to re-entry and back to the same place, with what was typed', async () => {
    const fixture = newApplicant();
    const loan = await submittedLoan(testApp(), fixture);
    await testApp().alter(loan.loanId, { status: 'draft' });
    const { page } = await phoneFor(await open(), 'the token ended at Submit');
    const parent = parentAt(page, testApp());
    await openLoan(page, testApp(), loan, 'applications');
    await parent.isAtApplicant();
    await answer(page, "Father's name", 'Velu Pillai');
    await parent.declares();
    // The server is called by nothing but Submit from here on.
    await page.getByText(messageText('app.draft.saved')).waitFor();
    await revokeLoanTokens(testApp().db, loan.loanId, new Date());
    await parent.submits();
    await reenters(page, fixture.mobile, '1985-04-12');
    await parent.isAtApplicant();
    expect(await control(page, "Father's name").inputValue()).toBe('Velu Pillai');
    await parent.declares();
    await parent.submits();
    await parent.verdict().waitFor();
    const { personalDetails } = await testApp().loanOf(loan.loanId);
    expect(personalDetails.applicant_father_name).toBe('Velu Pillai');
  });

  test('while the students are saved leads to re-entry and back to them, with what was typed', async () => {
    const fixture = newApplicant();
    const loan = await loanWithStudents(testApp(), fixture);
    const { page } = await phoneFor(await open(), 'the token ended while the students are saved');
    const parent = parentAt(page, testApp());
    await openLoan(page, testApp(), loan, 'student');
    await parent.isAtStudents();
    const roll = page.getByLabel(/^Roll number/).first();
    await roll.fill('907');
    await page.getByText(messageText('app.draft.saved')).waitFor();
    await revokeLoanTokens(testApp().db, loan.loanId, new Date());
    await button(page, 'Submit').click();
    await reenters(page, fixture.mobile);
    await parent.isAtStudents();
    expect(
      await page
        .getByLabel(/^Roll number/)
        .first()
        .inputValue(),
    ).toBe('907');
    await parent.savesTheStudents();
    const [first] = await testApp().studentsOf(loan.loanId);
    expect(first?.student_roll_no).toBe('907');
  });
});

test("in a partner's frame whose storage ends with the visit, the host hands the application back", async () => {
  const fixture = newApplicant();
  const { page, context } = await phoneFor(await open(), 'a frame whose host is loaded again');
  const site = await partnerSite();
  await refuseStorageToFrames(context);
  await page.goto(site);
  const framed = page.frameLocator('iframe');
  const loan = await createsInFrame(framed, fixture);
  await eventually(() => page.evaluate(() => localStorage.getItem('loanId'))).toBe(loan?.id);

  await page.reload();
  await reenters(framed.locator('body'), fixture.mobile);
  await framed.getByRole('heading', { level: 1, name: 'Student Details' }).waitFor();
  expect(await testApp().loansOf(fixture.create.Email)).toHaveLength(1);
});

describe("in a partner's page with the script's tag alone, whose frame has no storage", () => {
  test('the application comes back until it has ended, after a one-time password', async () => {
    const fixture = newApplicant();
    const { page, context } = await phoneFor(await open(), 'a tag alone comes back');
    await refuseStorageToFrames(context);
    const site = await siteWithTags();
    site.show('data-institute="202" data-test="1"');
    await page.goto(site.origin);
    const framed = page.frameLocator('iframe');
    const { id } = await createsInFrame(framed, fixture);
    const stored = () => page.evaluate(() => Object.entries(localStorage));
    await eventually(stored).toEqual([[expect.stringMatching(/^feepath\.embed\./), id]]);

    await page.reload();
    await reenters(framed.locator('body'), fixture.mobile);
    await framed.getByRole('heading', { level: 1, name: 'Student Details' }).waitFor();

    await testApp().alter(id, {
      ...{ status: 'approved', lenderResult: { status: 'APPROVED' } },
      personalDetails: { dob: '1985-04-12' },
    });
    await forgetsThePassword(id);
    await page.reload();
    await reenters(framed.locator('body'), fixture.mobile, '1985-04-12');
    await framed.getByRole('heading', { name: 'Your loan is approved' }).first().waitFor();
    expect(await stored()).toHaveLength(1);

    await testApp().alter(id, { status: 'rejected', lenderResult: { status: 'REJECTED' } });
    await forgetsThePassword(id);
    await page.reload();
    await reenters(framed.locator('body'), fixture.mobile, '1985-04-12');
    await eventually(stored).toEqual([]);
    await page.reload();
    await framed.getByLabel('Name', { exact: true }).waitFor();
  });

  test('another institution, and a site that says which loan it is, are not mixed with it', async () => {
    const { page, context } = await phoneFor(await open(), 'a tag alone beside others');
    await refuseStorageToFrames(context);
    const site = await siteWithTags();
    site.show('data-institute="202"');
    await page.goto(site.origin);
    const framed = page.frameLocator('iframe');
    const { id } = await createsInFrame(framed, newApplicant());
    const other = await loanWithStudents(testApp(), newApplicant());
    const addressWith = async (attributes: string) => {
      site.show(attributes);
      await page.goto(site.origin);
      return new URL((await page.locator('iframe').getAttribute('src')) ?? '').pathname;
    };
    expect(await addressWith('data-institute="202"')).toBe(`/loan/${id}`);
    for (const start of [
      'data-institute="203"',
      'data-institute="202" data-test',
      'data-institute="202" data-loan=""',
    ])
      expect([start, await addressWith(start)]).toEqual([start, '/']);
    const programmed = `data-institute="202" data-loan="${other.loanId}"`;
    expect(await addressWith(programmed)).toBe(`/loan/${other.loanId}`);

    expect(await addressWith('data-institute="202"')).toBe(`/loan/${id}`);
    await button(framed.locator('body'), messageText('app.reentry.startNew')).click();
    await framed.getByLabel('Name', { exact: true }).waitFor();
    await eventually(() => addressWith('data-institute="202"')).toBe('/');
  });
});

/** Blocks storage in frames only, as browsers that block third-party storage do. */
const refuseStorageToFrames = (context: BrowserContext) =>
  context.addInitScript(() => {
    if (window.top === window.self) return;
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(window, 'sessionStorage', { get: refuse });
  });

async function createsInFrame(framed: FrameLocator, { create }: ReturnType<typeof newApplicant>) {
  for (const [label, value] of Object.entries(create))
    await framed.getByLabel(label, { exact: true }).fill(value);
  await framed.getByRole('button', { name: 'Submit' }).click();
  await framed.getByRole('heading', { level: 1, name: 'Student Details' }).waitFor();
  const [loan] = await testApp().loansOf(create.Email);
  if (!loan) throw new Error('There is no such loan');
  return loan;
}

/** Ends the loan's password cooldown of half a minute. */
async function forgetsThePassword(loanId: string): Promise<void> {
  await testApp()
    .db.update(oneTimePasswords)
    .set({ sentAt: new Date(0) })
    .where(eq(oneTimePasswords.subject, loanId));
}

/** A site on another host name than the application's, with the script's tag and these attributes of it. */
async function siteWithTags() {
  let attributes = '';
  const { origin, key, application } = await startSite(
    () =>
      `<!doctype html><title>School</title><body><script src="${application}/embed.js" data-key="${key}" ${attributes}></script>`,
  );
  return { origin, show: (next: string) => void (attributes = next) };
}

/** A site on another host name than the application's, which frames it as docs/embedding.md says. @returns its address */
async function partnerSite(): Promise<string> {
  const { origin, key, application } = await startSite(
    () => `<!doctype html><title>School</title><iframe title="Loan" width="340" height="700"></iframe><script>
    const application = ${JSON.stringify(application)};
    const loanId = localStorage.getItem('loanId');
    document.querySelector('iframe').src =
      application + (loanId ? '/loan/' + loanId : '/') + ${JSON.stringify(`?api_key=${key}`)};
    addEventListener('message', ({ origin, data }) => {
      if (origin === application && data.type === 'feepath.loanOpened') localStorage.setItem('loanId', data.loanId);
    });
  </script>`,
  );
  return origin;
}

/** @returns the origins of the site and of the application, and the key that lets the one frame the other */
async function startSite(html: () => string) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(html());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = new URL(testApp().url);
  // A page at 127.0.0.1 and one at localhost are of two sites.
  app.hostname = app.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  const host = origin.replace('127.0.0.1', app.hostname === 'localhost' ? '127.0.0.1' : 'localhost');
  const { key } = await createTestPartner(testApp().db, { name: 'School', origins: [host], now: new Date() });
  return { origin: host, key, application: app.origin };
}

/** Opens the start page as the school's link does. */
const startPage = (page: Page) => page.goto(`${testApp().url}/?api_key=${testApp().key}`);

async function reenters(page: Page | Locator, mobile: string, dob?: string): Promise<void> {
  await button(page, messageText('app.reentry.send')).click();
  await control(page, messageText('app.reentry.otp')).waitFor();
  const { otp } = await passwordMessageTo(testApp(), mobile);
  await answer(page, messageText('app.reentry.otp'), otp);
  if (dob) await answer(page, reentryDateOfBirth, dob);
  await button(page, messageText('app.reentry.open')).click();
}

// The sandbox's provider fails for some endings of a number; the numbers from here on have none of them.
let lastMobile = 9_000_500_010;

/** Returns an applicant whose messages and loans are separate from other tests'. */
function newApplicant() {
  lastMobile += 1;
  const mobile = String(lastMobile);
  const create = { ...raman.create, 'Mobile number': mobile, Email: `back.${mobile}@example.org` };
  return { ...raman, mobile, create };
}
