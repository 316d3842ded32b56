/** The consumer app's pages about the product: everybody can use them, and they do what they show. */
import { expect, test } from 'vitest';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { limits } from '../../../domain/values/limits.ts';
import { browserForFile } from '../../support/browser.ts';
import { publicPageStates } from '../states/public-pages.ts';
import { describeAccessibility } from '../support/accessibility.ts';
import { entersPassword, meena, newMobile, requestsPassword } from '../support/customers.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { answer, button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { passwordMessageTo } from '../support/outbox.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { supportEmail, supportPhone, testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

describeAccessibility(
  publicPageStates,
  ['faq', 'complaints', 'how-to-apply', 'institutions', 'institution', 'coming-soon'],
  open,
  testApp,
);

test('the steps of how to apply advance by themselves until a person reads, swipes or pauses', async () => {
  const { page } = await phoneFor(await open(), 'how to apply', { reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.goto(testApp().url + accountPath('howToApply'));
  const slide = page.locator('figure');
  const slides = page.locator('.carousel-slides');
  await slide.getByText(messageText('howToApply.student'), { exact: true }).waitFor();
  await page.getByRole('button', { name: messageText('howToApply.pause') }).waitFor();
  expect(await slides.getAttribute('aria-live')).toBe('off');
  await page.clock.runFor(limits.carouselMs);
  await slide.getByText(messageText('howToApply.fees'), { exact: true }).waitFor();

  for (const [from, to, message] of [
    [300, 300 - limits.swipePx, 'howToApply.details'],
    [200, 200 + limits.swipePx, 'howToApply.fees'],
    [200, 201 - limits.swipePx, 'howToApply.fees'],
  ] as const) {
    await slides.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: from });
    await slides.dispatchEvent('pointerup', { pointerType: 'touch', clientX: to });
    await slide.getByText(messageText(message), { exact: true }).waitFor();
  }

  // The slides pause while the focus is inside them, and a change is announced.
  await page.getByRole('button', { name: messageText('howToApply.next') }).focus();
  await eventually(() => slides.getAttribute('aria-live')).toBe('polite');
  await page.clock.runFor(2 * limits.carouselMs);
  await slide.getByText(messageText('howToApply.fees'), { exact: true }).waitFor();
  await page.keyboard.press('ArrowRight');
  await slide.getByText(messageText('howToApply.details'), { exact: true }).waitFor();
  await page.getByRole('button', { name: messageText('howToApply.pause') }).press('Enter');
  await page.getByRole('button', { name: messageText('howToApply.play') }).waitFor();
});

test('with reduced motion the steps play only on request', async () => {
  const { page } = await desktopFor(await open(), 'how to apply without motion');
  await page.clock.install();
  await page.goto(testApp().url + accountPath('howToApply'));
  const play = page.getByRole('button', { name: messageText('howToApply.play') });
  await play.waitFor();
  await page.clock.runFor(2 * limits.carouselMs);
  const slide = page.locator('figure');
  await slide.getByText(messageText('howToApply.student'), { exact: true }).waitFor();
  await play.click();
  await page.clock.runFor(limits.carouselMs);
  await slide.getByText(messageText('howToApply.fees'), { exact: true }).waitFor();
});

test('the video of how to apply loads and plays only on request, with captions in the page language', async () => {
  const { page } = await phoneFor(await open(), 'the video of how to apply');
  const fetched: string[] = [];
  page.on('request', (request) => void fetched.push(request.url()));
  const videosFetched = () => fetched.filter((address) => address.endsWith('.mp4')).length;
  await page.goto(testApp().url + accountPath('howToApply'));
  const watch = page.getByRole('button', { name: /^Watch the video: / });
  await watch.waitFor();
  expect(videosFetched()).toBe(0);
  // The transcript.
  await page.getByText(messageText('howToApply.steps')).click();
  await page.getByRole('listitem').getByText(messageText('howToApply.plan.text')).waitFor();
  await watch.click();
  const video = page.locator('video');
  await eventually(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime > 0)).toBe(true);
  const captions = () =>
    video.evaluate(({ textTracks: [track] }: HTMLVideoElement) => ({
      language: track?.language,
      mode: track?.mode,
      first: (track?.cues?.[0] as VTTCue | undefined)?.text,
    }));
  await eventually(captions).toMatchObject({ mode: 'showing', first: messageText('howToApply.student') });
  await page.getByLabel(messageText('app.language')).selectOption('ta');
  await eventually(captions).toMatchObject({
    language: expect.stringMatching(/^ta/) as string,
    mode: 'showing',
    first: 'பள்ளி அல்லது கல்லூரியைத் தேடுங்கள்',
  });
});

test('drawings replace the video where data is saved or it does not load', async () => {
  const { page } = await phoneFor(await open(), 'no video of how to apply');
  await page.route('**/*.mp4', (route) => route.abort());
  await page.goto(testApp().url + accountPath('howToApply'));
  await page.getByRole('button', { name: /^Watch the video: / }).click();
  await page.getByText(messageText('howToApply.video.failed')).waitFor();
  await page.locator('figure').waitFor();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.reload();
  await page.locator('figure').waitFor();
  expect(await page.getByRole('button', { name: /^Watch the video: / }).count()).toBe(0);
});

test('the start page says what a fee costs in instalments', async () => {
  const { page } = await phoneFor(await open(), 'the calculator of the start page');
  await page.goto(`${testApp().url}/app`);
  const result = page.getByRole('status').filter({ hasText: /a month/ });
  // The plan of 9 months for 60,000: 4.5 % interest.
  await eventually(() => result.innerText()).toContain('₹6,967 a month');
  const signIn = await page.getByRole('link', { name: messageText('account.start.signIn') }).boundingBox();
  expect((signIn?.y ?? 0) + (signIn?.height ?? 0)).toBeLessThanOrEqual(740);
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await eventually(() => result.innerText()).toContain('₹20,000 a month');
  await page.getByLabel(messageText('account.start.fee')).fill('90000');
  await eventually(() => result.innerText()).toContain('₹30,000 a month');
  await page.getByLabel(messageText('account.start.fee')).fill('10');
  await page.getByText(/^There are plans for fees above/).waitFor();
  expect(await result.count()).toBe(0);
  await page.getByRole('link', { name: messageText('account.start.find') }).click();
  await page.getByRole('heading', { level: 1, name: messageText('institution.search.title') }).waitFor();
});

test('an answer has an address of its own, also where a search has hidden it', async () => {
  const { page } = await desktopFor(await open(), 'the address of an answer');
  await page.goto(testApp().url + accountPath('faq'));
  await page.getByRole('searchbox').fill('giraffe');
  await page.getByText(messageText('faq.none'), { exact: true }).waitFor();
  await page.evaluate(() => (window.location.hash = '#plans'));
  const question = page.locator('#plans > summary');
  await hasFocus(question);
  const { first, last } = limits.planMonths;
  await page.getByText(`instalment plans of ${first} to ${last} months`).waitFor();
});

test('the menu names the products that are to come, and how support is reached stands on the pages', async () => {
  const browser = await open();
  const product = new RegExp(
    `^${messageText('account.product.mutualFunds')} ?${messageText('account.navigation.comingSoon')}$`,
  );
  const mails = { name: supportEmail };
  for (const [openScreen, menu] of [
    [phoneFor, 'account.navigation.menu'],
    [desktopFor, 'account.navigation.more'],
  ] as const) {
    const { page } = await openScreen(browser, `the products in the menu ${menu}`);
    await page.goto(testApp().url + accountPath('contact'));
    await page.getByText(messageText('contact.ways', { phone: supportPhone, email: supportEmail })).waitFor();
    await page.locator('summary', { hasText: messageText(menu) }).click();
    await page.getByRole('link', { name: product }).click();
    await page.getByText(messageText('comingSoon.mutualFunds.text')).waitFor();
    expect(await page.locator('footer').getByRole('link', mails).getAttribute('href')).toBe(
      `mailto:${supportEmail}`,
    );
    await page.goto(`${testApp().url}${accountPath('faq')}#foreclosure`);
    expect(await page.locator('#foreclosure').getByRole('link', mails).getAttribute('href')).toBe(
      `mailto:${supportEmail}`,
    );
  }
});

test('an institution that was linked shows its courses, and what a loan for one of them costs', async () => {
  const { page } = await phoneFor(await open(), 'the page of an institution');
  await page.goto(testApp().url + accountPath('institutions'));
  await page.getByRole('searchbox').fill('silver');
  const unlisted = page.getByRole('link', { name: messageText('institution.search.unlisted') });
  expect(await unlisted.getAttribute('href')).toBe(accountPath('apply', '202'));
  await page.getByRole('link', { name: 'Silverpine Grove International School' }).click();
  await page.getByRole('heading', { level: 1, name: 'Silverpine Grove International School' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(accountPath('institution', '204'));
  await page.reload();
  const course = page.getByLabel(messageText('institution.course'));
  await eventually(() =>
    course.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label),
  ).toBe('Nursery');
  // The monthly amount changes with the class, in the bar at the foot of a small phone.
  const result = page.getByRole('status').filter({ hasText: /a month/ });
  await result.waitFor();
  const before = await result.innerText();
  await course.selectOption({ index: 1 });
  await eventually(() => result.innerText()).not.toBe(before);
  const shown = await result.boundingBox();
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  // A question about the plans is answered in a new tab, and what was chosen stays.
  const [answered] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: messageText('status.plan.ofLender.why') }).click(),
  ]);
  await answered.locator('#dearer[open]').waitFor();
  await answered.close();
  expect(await course.evaluate((select: HTMLSelectElement) => select.selectedIndex)).toBe(1);
  await page.locator('#courses > summary').click();
  // A fee that is the same for all classes stands once, so that a class is one line.
  await page.getByText(`Transportation fee · ${messageText('institution.courses.same')}`).waitFor();
  expect(await page.getByRole('row').count()).toBeGreaterThan(2);
  await course.selectOption({ index: 0 });
  await page.getByRole('switch', { name: /^Transportation fee/ }).check();
  // 98,000 + 28,000 + 9,500, of which the institution bears 2.5 %.
  await eventually(() => page.locator('dl').first().innerText()).toContain('₹1,35,500');
  await eventually(() => page.locator('dl').first().innerText()).toContain('₹1,32,113');

  await page.getByRole('link', { name: messageText('institution.apply') }).click();
  const mobile = newMobile();
  await requestsPassword(page, mobile);
  await entersPassword(page, (await passwordMessageTo(testApp(), mobile)).otp);
  await answer(page, 'Name', meena.name);
  await answer(page, 'Email', meena.email);
  await button(page, messageText('account.signUp.submit')).click();
  await page.getByRole('heading', { level: 1, name: messageText('institution.apply.title') }).waitFor();
  await page.getByText(messageText('institution.apply.help')).waitFor();
  await button(page, messageText('account.start.new')).click();
  await page.getByRole('heading', { level: 1, name: 'Student Details' }).waitFor();
  await page.getByText('Silverpine Grove International School').first().waitFor();
});
