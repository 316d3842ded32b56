/** The checks after each step of a walk: of the page, and of the database behind it. */
import type { Page } from 'playwright-core';
import type { WizardSnapshot } from '../../../machines/wizard.ts';
import type { ApplicantFixture } from '../../e2e/support/fixtures.ts';
import { until } from '../../support/until.ts';
import type { DatabaseState, World } from './fixtures.ts';

export interface Scene {
  page: Page;
  testApp: World;
  /** The applicant. */
  fixture: ApplicantFixture;
  /** The state that the machine must be in. */
  expected: WizardSnapshot;
  /** The e-mail address that was typed last; empty where none was. */
  email: string;
  /** True if a loan was created under it. */
  isCreated: boolean;
  /** The text typed into the first roll number. */
  rollNumber: string;
  /** The database now and before the step; null without a loan. */
  truth: DatabaseState | null;
  before: DatabaseState | null;
}

/** Looks, and throws with what was expected and what was seen. */
export type Assertion = (scene: Scene) => Promise<void>;

/** @throws with `what` and what was seen, where they are not equal as JSON */
export function assertEqual(what: string, seen: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(seen), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: ${b} was expected; seen: ${a}`);
}

/** @throws with `what` where it does not hold */
export function assertTrue(what: string, isSo: boolean, seen?: unknown): void {
  if (!isSo) throw new Error(seen === undefined ? what : `${what}; seen: ${JSON.stringify(seen)}`);
}

export const all =
  (...looks: Assertion[]): Assertion =>
  async (scene) => {
    for (const look of looks) await look(scene);
  };

export const text =
  (words: string | RegExp): Assertion =>
  ({ page }) =>
    page.getByText(words, { exact: true }).first().waitFor();

export const heading =
  (words: string): Assertion =>
  ({ page }) =>
    page.getByRole('heading', { level: 1, name: words, exact: true }).waitFor();

export const alert =
  (words: string | RegExp): Assertion =>
  ({ page }) =>
    page.getByRole('alertdialog', { name: words }).waitFor();

export const dialog =
  (name: string): Assertion =>
  ({ page }) =>
    page.getByRole('dialog', { name, exact: true }).waitFor();

export const buttonNamed =
  (name: string | RegExp): Assertion =>
  ({ page }) =>
    page
      .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
      .first()
      .waitFor();

/** Asserts that this role and name is absent, also once the page has come to rest. */
export const absent =
  (role: 'button' | 'dialog' | 'alertdialog' | 'heading' | 'group', name: string | RegExp): Assertion =>
  ({ page }) =>
    until(
      `no ${role} ${name} is expected`,
      () => page.getByRole(role, { name }).count(),
      (count) => count === 0,
    );

export const at =
  (path: RegExp): Assertion =>
  ({ page }) =>
    until(
      `the address ${path} is expected`,
      () => new URL(page.url()).pathname,
      (pathname) => path.test(pathname),
    );

/** Asserts a fact of the database, given as a sentence; it is read once, after the page was checked. */
export const assertDatabase =
  (what: string, isSo: (truth: DatabaseState, scene: Scene) => boolean): Assertion =>
  async (scene) => {
    const { truth } = scene;
    assertTrue(`In the database ${what}`, truth !== null && isSo(truth, scene), truth);
  };
