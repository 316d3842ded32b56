/**
 * `npm run record-video`: the video of how to apply, recorded from the app itself as a parent uses it on a phone, and
 * when each of its steps begins. Pictures are taken after each key and press, so that a slow machine makes the same
 * video. It takes ffmpeg on the path (Debian: ffmpeg).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { raman } from '../e2e/support/fixtures.ts';
import {
  answer,
  button,
  card,
  control,
  fillByMouse,
  type Interactions,
  openAncestorDetails,
} from '../e2e/support/interactions.ts';
import { waitForIdleLayout } from '../e2e/support/layout.ts';
import { newLoan, openLoan } from '../e2e/support/loans.ts';
import { messageText } from '../e2e/support/message-text.ts';
import { parentAt } from '../e2e/support/parent.ts';
import { openTestApp, type TestApp } from '../e2e/support/test-app.ts';
import { openBrowser } from '../support/browser.ts';
import { buildApp, root } from '../../scripts/build-app.ts';

const folder = join(root, 'src/account/how-to-apply/video');

/** The size in CSS pixels. Captions have their place below the app. */
const size = { width: 360, height: 520 };
const captionsHeight = 120;
const scale = 2;
const ground = '0x17262b';

/** The time for which a picture stays, in milliseconds. */
const pace = { key: 70, press: 400, step: 900, reading: 2000 };

type Recorder = ReturnType<typeof recorderOf>;

await main();

async function main(): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'feepath-video-'));
  if (!process.env.APP_DIR) {
    process.env.APP_DIR = join(temporary, 'app');
    await buildApp({ folder: process.env.APP_DIR, traced: false });
  }
  const [testApp, browser] = await Promise.all([openTestApp(), openBrowser()]);
  try {
    const { page } = await browser.phone('the video', { viewport: size, deviceScaleFactor: scale });
    const recorder = recorderOf(page, temporary);
    await applies(page, testApp, recorder);
    encode(recorder, temporary);
  } finally {
    await browser.close();
    await testApp.close();
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Records the steps of the page, in its order. */
async function applies(page: Page, testApp: TestApp, recorder: Recorder): Promise<void> {
  const { frame, tap, scrollTo, interactions } = recorder;
  const [student] = raman.students;
  const parent = parentAt(page, testApp, interactions);
  if (!student) throw new Error('There is no student to apply for');
  await openLoan(page, testApp, await newLoan(testApp), 'student');
  await parent.isAtStudents();

  recorder.beginStep();
  await frame(pace.step);
  await answer(page, 'Institution', raman.institution, interactions);
  await answer(page, 'Student name', student['Student name'], interactions);
  await answer(page, 'Date of birth', student['Date of birth'], fillByMouse);

  recorder.beginStep();
  await answer(page, 'Course', student.Course, interactions);
  await answer(page, 'Academic year', student['Academic year'], fillByMouse);
  await scrollTo(control(page, 'Annual fee'));
  await frame(pace.reading);
  await answer(page, 'Transportation fee', true, interactions);
  await frame(pace.step);
  await tap(button(page, 'Submit'));
  await parent.isAtApplicant({ opensSections: false });

  recorder.beginStep();
  await frame(pace.step);
  for (const [section, answers] of Object.entries(raman.applicant)) {
    for (const [label, typed] of Object.entries(answers)) {
      const isTyped = ['PAN number', 'IFSC code'].includes(label);
      await answer(card(page, section), label, typed, isTyped ? interactions : fillByMouse);
    }
    await scrollTo(card(page, section).locator('input, select').last());
    await frame(pace.press);
  }

  recorder.beginStep();
  await openAncestorDetails(control(page, 'EMI tenure'));
  await tap(control(page, 'EMI tenure'));
  const plans = page.getByRole('dialog', { name: 'Choose a plan' });
  await plans.waitFor();
  await frame(pace.reading);
  await tap(plans.getByRole('radio', { name: new RegExp(`^${raman.months} months\\b`) }));
  await frame(pace.reading);
  await tap(button(plans, 'Take this plan'));
  await plans.waitFor({ state: 'detached' });
  await frame(pace.step);

  recorder.beginStep();
  await tap(page.getByRole('checkbox', { name: /^I declare/ }));
  await tap(page.getByRole('checkbox', { name: /^I agree/ }));
  const consents = page.getByRole('region', { name: messageText('applicant.consents') });
  for (const box of await consents.getByRole('checkbox').all()) await tap(box);
  await tap(button(page, 'Submit'));
  await parent.verdict().waitFor();
  await frame(2 * pace.reading);
}

/** @param temporary the folder of the pictures */
function recorderOf(page: Page, temporary: string) {
  const frames: { file: string; ms: number }[] = [];
  const begins: number[] = [];
  const length = () => frames.reduce((sum, { ms }) => sum + ms, 0);
  const frame = async (ms: number) => {
    await waitForIdleLayout(page);
    const file = join(temporary, `${String(frames.length).padStart(4, '0')}.png`);
    await page.screenshot({ path: file, caret: 'initial', animations: 'allow' });
    frames.push({ file, ms });
  };
  const scrollTo = async (at: Locator) => {
    const distance = await at.evaluate((element) => {
      // The bar is always in sight.
      if (element.closest('.step-bar, dialog')) return 0;
      const { top, height } = element.getBoundingClientRect();
      return Math.round(top + height / 2 - window.innerHeight / 2);
    });
    const count = Math.min(6, Math.ceil(Math.abs(distance) / 60));
    for (let step = 0; step < count; step++) {
      await page.evaluate((by) => window.scrollBy(0, by), distance / count);
      await frame(pace.key);
    }
  };
  const tap = async (at: Locator) => {
    await scrollTo(at);
    await at.scrollIntoViewIfNeeded();
    const box = await at.boundingBox();
    if (box) await showFinger(page, { x: box.x + Math.min(box.width, 280) / 2, y: box.y + box.height / 2 });
    await frame(pace.press);
    await showFinger(page, null);
    await at.click();
    await frame(pace.press);
  };
  const type = async (at: Locator, text: string) => {
    await tap(at);
    for (const key of text) {
      await at.pressSequentially(key);
      await frame(pace.key);
    }
  };
  const interactions: Interactions = {
    ...fillByMouse,
    text: type,
    combobox: async (at, text) => {
      await type(at, text.slice(0, 5));
      const option = page.getByRole('option', { name: text, exact: true });
      await option.waitFor();
      await frame(pace.step);
      await tap(option);
    },
    checkbox: tap,
    switch: tap,
  };
  return {
    frames,
    begins,
    length,
    frame,
    scrollTo,
    tap,
    interactions,
    beginStep: () => void begins.push(length() / 1000),
  };
}

/** Shows the place that a finger presses; null hides it. */
function showFinger(page: Page, at: { x: number; y: number } | null): Promise<void> {
  return page.evaluate((place) => {
    document.getElementById('finger')?.remove();
    if (!place) return;
    const finger = document.createElement('div');
    finger.id = 'finger';
    // The top layer is above an open dialog.
    finger.popover = 'manual';
    Object.assign(finger.style, {
      position: 'fixed',
      inset: `${place.y - 18}px auto auto ${place.x - 18}px`,
      width: '36px',
      height: '36px',
      border: '3px solid #ffc37a',
      borderRadius: '50%',
      background: 'rgb(255 195 122 / 45%)',
      pointerEvents: 'none',
    });
    document.body.append(finger);
    finger.showPopover();
  }, at);
}

function encode({ frames, begins, length }: Recorder, temporary: string): void {
  const list = join(temporary, 'frames.txt');
  const last = frames.at(-1);
  const lines = frames.map(({ file, ms }) => `file '${file}'\nduration ${ms / 1000}`);
  // The last one is named again, because ffmpeg takes no duration for it.
  writeFileSync(list, [...lines, `file '${last?.file}'`, ''].join('\n'));
  mkdirSync(folder, { recursive: true });
  const video = join(folder, 'how-to-apply.mp4');
  const height = (size.height + captionsHeight) * scale;
  const filters = `pad=iw:${height}:0:0:${ground},fps=15,format=yuv420p`;
  const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list];
  const codec = ['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'slow', '-crf', '28', '-an'];
  execFileSync('ffmpeg', [...input, '-vf', filters, ...codec, '-movflags', '+faststart', video]);
  const recording = {
    seconds: Math.round(length() / 1000),
    bytes: statSync(video).size,
    width: size.width * scale,
    height,
    begins,
  };
  const file = join(folder, 'recording.json');
  writeFileSync(file, `${JSON.stringify(recording, null, 2)}\n`);
  execFileSync(join(root, 'node_modules/.bin/prettier'), ['--write', '--log-level', 'error', file]);
  console.log(`${recording.seconds} s, ${Math.round(recording.bytes / 1000)} kB: ${video}`);
}
