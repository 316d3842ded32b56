/** A document is prepared on the phone before it is sent: real pictures, a real browser, the page's policy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pendingUploadLifetimeMs } from '../../src/documents/pending-upload-store.ts';
import { compressedMaxBytes } from '../../src/documents/shrink.ts';
import { root } from '../../scripts/build-app.ts';
import { browserForFile, type Screen } from '../support/browser.ts';
import { bundlePhonePage, loadPhonePage } from './phone/bundle.ts';
import type {} from './phone/page.tsx';
import { drag, dragByTouch, middleOf, placeOf, sent } from './phone/redaction.ts';
import { accessibilityViolations } from './support/axe.ts';
import { eventually, hasFocus } from './support/eventually.ts';
import { button } from './support/interactions.ts';
import { waitForIdleLayout } from './support/layout.ts';
import { desktopFor, phoneFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

const bundling = bundlePhonePage();

const load = async (page: Page) => loadPhonePage(page, await bundling, testApp());

describe('a file is made ready', () => {
  let screen: Screen;
  beforeAll(async () => {
    screen = await (await open()).desktop('a file is made ready');
    await load(screen.page);
  });
  afterAll(async () => {
    await screen.done();
    expect(screen.errors).toEqual([]);
  });

  const quarters = ['red', 'green', 'blue', 'white'];
  /** The quarters as the sensor saw them, rotated to the right. */
  const turned = ['blue', 'red', 'white', 'green'];

  test.each([
    [600, 400, { width: 400, height: 600 }],
    [3000, 2000, { width: 1600, height: 2400 }],
  ])('a photo of %i × %i becomes upright and loses its location', async (width, height, size) => {
    const [before, after] = await screen.page.evaluate(
      async (wish) => {
        const photo = await phone.withExif(await phone.paint({ type: 'image/jpeg', ...wish }));
        return [await phone.lookAt(photo), await phone.prepared(photo)] as const;
      },
      { width, height },
    );
    expect(before).toMatchObject({ hasExif: true, quarters: turned });
    expect(after).toMatchObject({
      type: 'image/jpeg',
      isPicture: true,
      isLocked: false,
      hasExif: false,
      quarters: turned,
      ...size,
    });
  });

  test('a photo becomes upright where the browser cannot resize bitmaps', async () => {
    const made = await screen.page.evaluate(async () => {
      const photo = await phone.withExif(
        await phone.paint({ type: 'image/jpeg', width: 3000, height: 2000 }),
      );
      const whole = globalThis.createImageBitmap;
      globalThis.createImageBitmap = ((file: Blob, wish?: object) =>
        wish ? Promise.reject(new TypeError('No such wish')) : whole(file)) as typeof whole;
      return phone.prepared(photo).finally(() => {
        globalThis.createImageBitmap = whole;
      });
    });
    expect(made).toMatchObject({ width: 1600, height: 2400, quarters: turned, hasExif: false });
  });

  test('a noisy photo of 12 megapixels becomes small and stays readable', async () => {
    const [before, after] = await screen.page.evaluate(async () => {
      const photo = await phone.paint({ type: 'image/jpeg', width: 4000, height: 3000, noisy: true });
      return [
        photo.size,
        await phone.prepared(await phone.withExif(photo), { maxBytes: 2_000_000 }),
      ] as const;
    });
    expect(before).toBeGreaterThan(5_242_880);
    expect(after).toMatchObject({ type: 'image/jpeg', hasExif: false });
    const { size = 0, width = 0, height = 1 } = typeof after === 'string' ? {} : after;
    expect(size).toBeLessThanOrEqual(compressedMaxBytes);
    expect(width).toBeGreaterThanOrEqual(800);
    expect(width / height).toBeCloseTo(3 / 4, 2);
  });

  test.each(['image/jpeg', 'image/png'] as const)('a small %s without EXIF stays as it is', async (type) => {
    const made = await screen.page.evaluate(async (wish) => phone.prepared(await phone.paint(wish)), {
      type,
      width: 300,
      height: 200,
    });
    expect(made).toMatchObject({ type, isSame: true, width: 300, height: 200, quarters });
  });

  test('a WebP becomes a JPEG', async () => {
    const made = await screen.page.evaluate(async () =>
      phone.prepared(await phone.paint({ type: 'image/webp', width: 300, height: 200 })),
    );
    expect(made).toMatchObject({ type: 'image/jpeg', width: 300, height: 200, quarters });
  });

  test('transparent parts of a large PNG become white', async () => {
    const made = await screen.page.evaluate(async () =>
      phone.prepared(
        await phone.paint({ type: 'image/png', width: 1600, height: 1200, noisy: true, transparent: true }),
      ),
    );
    expect(made).toMatchObject({ type: 'image/jpeg', width: 1600, height: 1200 });
    expect(made).toHaveProperty('quarters.1', 'white');
    expect(made).toHaveProperty('quarters.3', 'white');
  });

  test('a file that is not a readable picture gets the reason', async () => {
    const answers = await screen.page.evaluate(async () => {
      const head = (text: string, bytes = 500) =>
        new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0)), new Uint8Array(bytes)]);
      const jpeg = await phone.paint({ type: 'image/jpeg', width: 300, height: 200, noisy: true });
      return {
        heic: await phone.prepared(head('\0\0\0\x18ftypheic')),
        damaged: await phone.prepared(head('\xff\xd8\xff')),
        'cut off in its head': await phone.prepared(jpeg.slice(0, 100)),
        'cut off in its middle': await phone.prepared(jpeg.slice(0, jpeg.size / 2)),
        'damaged and large': await phone.prepared(head('\xff\xd8\xff', 2000), { maxBytes: 1000 }),
        'a picture that nothing makes small enough': await phone.prepared(jpeg, { maxBytes: 1000 }),
        empty: await phone.prepared(new Blob()),
        'anything else': await phone.prepared(new Blob([crypto.getRandomValues(new Uint8Array(4096))])),
      };
    });
    expect(answers).toEqual({
      heic: 'heic',
      damaged: 'unreadable',
      'cut off in its head': 'unreadable',
      'cut off in its middle': 'unreadable',
      'damaged and large': 'tooLarge',
      'a picture that nothing makes small enough': 'tooLarge',
      empty: 'empty',
      'anything else': 'wrongType',
    });
  });

  test('a PDF is detected by its content, and so is its lock', async () => {
    const pdf = (name: string) =>
      readFileSync(join(root, `server/documents/fixtures/${name}.pdf`)).toString('base64');
    const answers = await screen.page.evaluate(
      async ([plain, locked]) => {
        const bytes = (text: string) => new Blob([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))]);
        return [
          await phone.prepared(bytes(plain)),
          await phone.prepared(bytes(locked)),
          await phone.prepared(bytes(locked), { takesPassword: true }),
        ];
      },
      [pdf('not-locked'), pdf('aes-256')] as const,
    );
    const whole = { type: 'application/pdf', isPicture: false, isSame: true };
    expect(answers).toMatchObject([{ ...whole, isLocked: false }, 'locked', { ...whole, isLocked: true }]);
  });
});

describe('an upload under way', () => {
  test('survives a reload, one of each type and loan, until it is removed or a day old', async () => {
    const { page, errors } = await phoneFor(await open(), 'an upload is kept');
    await load(page);
    await page.evaluate(async () => {
      const store = phone.createPendingUploadStore();
      const upload = { loanId: '1', type: 'pan_photo', key: 'first', name: 'a.jpg', at: Date.now() };
      await store.put({ ...upload, blob: new Blob(['first']) });
      await store.put({ ...upload, key: 'second', blob: new Blob(['second'], { type: 'image/jpeg' }) });
      const secret = { ...upload, type: 'current_address_proof', proof: 'passport', password: 'secret' };
      await store.put({ ...secret, blob: new Blob(['third']) });
      await store.put({ ...upload, loanId: '2', blob: new Blob(['another']) });
    });
    await load(page);
    const read = (loanId: string, laterMs = 0) =>
      page.evaluate(
        async ({ loanId, laterMs }) => {
          const found = await phone
            .createPendingUploadStore({ now: () => new Date(Date.now() + laterMs) })
            .all(loanId);
          return Promise.all(
            found.map(async ({ at, blob, ...rest }) => ({ ...rest, is: blob.type, text: await blob.text() })),
          );
        },
        { loanId, laterMs },
      );
    const second = {
      loanId: '1',
      type: 'pan_photo',
      key: 'second',
      name: 'a.jpg',
      is: 'image/jpeg',
      text: 'second',
    };
    const third = {
      ...second,
      type: 'current_address_proof',
      key: 'first',
      proof: 'passport',
      is: '',
      text: 'third',
    };
    expect(await read('1', pendingUploadLifetimeMs - 60_000)).toEqual([third, second]);
    await page.evaluate(() => phone.createPendingUploadStore().remove('1', 'pan_photo'));
    expect(await read('1')).toEqual([third]);
    expect(await read('2', pendingUploadLifetimeMs)).toEqual([]);
    expect(await read('1')).toEqual([]);
    expect(errors).toEqual([]);
  });
});

describe('the first digits of Aadhaar are blacked out', () => {
  const size = { type: 'image/jpeg', width: 1200, height: 800 } as const;

  async function redact(screen: Promise<Screen>, wish: { width: number; height: number } = size) {
    const { page, errors } = await screen;
    await load(page);
    await page.evaluate(async (all) => phone.showRedact(await phone.paint(all)), { ...size, ...wish });
    const photo = page.getByRole('img');
    await photo.waitFor();
    await waitForIdleLayout(page);
    return {
      page,
      errors,
      photo,
      bar: (number: number) => page.getByRole('application', { name: `Black bar ${number}` }),
    };
  }

  test('by mouse, with a bar that is dragged and resized and covers only its own area', async () => {
    const { page, errors, bar } = await redact(desktopFor(await open(), 'redact by mouse'));
    const before = await placeOf(bar(1));
    await drag(page, await middleOf(bar(1)), { x: -80, y: -120 });
    await drag(page, await middleOf(bar(1).locator('.redact-handle')), { x: 60, y: 30 });
    const place = await placeOf(bar(1));
    expect(place.x).toBeLessThan(before.x - 0.05);
    expect(place.y).toBeLessThan(before.y - 0.1);
    expect(place.width).toBeGreaterThan(before.width + 0.05);
    expect(place.height).toBeGreaterThan(before.height + 0.03);
    await button(page, 'Black out and use this photo').click();
    const result = await sent(page, place);
    expect(result).toEqual({ type: 'image/jpeg', width: 1200, height: 800, inside: 1, outside: 0 });
    expect(errors).toEqual([]);
  });

  test('by keyboard, with bars that are moved, resized, added and removed', async () => {
    const { page, errors, bar } = await redact(desktopFor(await open(), 'redact by keyboard'));
    const start = await placeOf(bar(1));
    while (!(await bar(1).evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('Tab');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowDown'])
      await page.keyboard.press(key);
    await page.getByRole('status').getByText('Black bar 1: 32 % from the left, 71 % from the top').waitFor();
    const place = await placeOf(bar(1));
    expect(place.x).toBeCloseTo(start.x + 0.02, 2);
    expect(place.y).toBeCloseTo(start.y - 0.01, 2);
    expect(place.width).toBeCloseTo(start.width + 0.01, 2);
    expect(place.height).toBeCloseTo(start.height + 0.01, 2);

    await button(page, 'Add another bar').press('Enter');
    await hasFocus(bar(2));
    await page.keyboard.press('Delete');
    await hasFocus(bar(1));
    await page.keyboard.press('Delete');
    expect(await page.getByRole('application').count()).toBe(1);

    await button(page, 'Black out and use this photo').press('Enter');
    const result = await sent(page, place);
    expect(result).toMatchObject({ inside: 1, outside: 0 });
    expect(errors).toEqual([]);
  });

  test('by touch, with bars that are dragged, placed by a tap and resized by buttons', async () => {
    const { page, photo, bar } = await redact(phoneFor(await open(), 'redact by thumb'));
    const start = await placeOf(bar(1));
    await dragByTouch(page, await middleOf(bar(1)), { x: 20, y: -60 });
    const dragged = await placeOf(bar(1));
    expect(dragged.x).toBeGreaterThan(start.x + 0.03);
    expect(dragged.y).toBeLessThan(start.y - 0.1);

    await button(page, 'Add another bar').click();
    const { width, height } = (await photo.boundingBox()) ?? { width: 0, height: 0 };
    await photo.tap({ position: { x: width / 2, y: height * 0.15 } });
    await button(page, 'Wider').click();
    await button(page, 'Thicker').click();
    const second = await placeOf(bar(2));
    expect(second.x + second.width / 2).toBeCloseTo(0.51, 1);
    expect(second.y + second.height / 2).toBeCloseTo(0.16, 1);
    expect(second.width).toBeCloseTo(start.width + 0.02, 2);
    expect(second.height).toBeCloseTo(start.height + 0.02, 2);
    expect(await placeOf(bar(1))).toEqual(dragged);

    await button(page, 'Black out and use this photo').click();
    for (const place of [dragged, second]) expect(await sent(page, place)).toMatchObject({ inside: 1 });
  });

  test('or the photo is sent without bars, or the person cancels', async () => {
    const { page } = await redact(phoneFor(await open(), 'redact or not'));
    const ended = () => page.evaluate(() => phone.answered());
    await button(page, 'Use it without').click();
    expect(await ended()).toBe('skipped');
    const again = () => page.evaluate(async (wish) => phone.showRedact(await phone.paint(wish)), size);
    await again();
    await button(page, 'Cancel').click();
    expect(await ended()).toBe('cancelled');
    await again();
    await button(page, 'Cancel').waitFor();
    await page.keyboard.press('Escape');
    expect(await ended()).toBe('cancelled');
  });

  test('except where the photo cannot be read, which is reported', async () => {
    const { page } = await phoneFor(await open(), 'redact a damaged photo');
    await load(page);
    await page.evaluate(() => phone.showRedact(new Blob(['damaged'])));
    await page.getByRole('alert').getByText('The photo could not be blacked out').waitFor();
  });

  test.each([
    ['a card', { width: 1200, height: 760 }],
    ['a tall photo', { width: 900, height: 2000 }],
  ])('in an accessible dialog for %s', async (_, wish) => {
    const { page, photo, bar } = await redact(phoneFor(await open(), 'redact for everybody'), wish);
    await button(page, 'Add another bar').click();
    expect(await accessibilityViolations(page, 'everything')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityViolations(page, 'colours')).toEqual([]);
    for (const viewport of [
      { width: 320, height: 640 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(viewport);
      await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewport.width,
      );
      const [part, all] = [await bar(2).boundingBox(), await photo.boundingBox()];
      expect(part?.width).toBeCloseTo((all?.width ?? 0) * 0.28, 0);
    }
  });
});
