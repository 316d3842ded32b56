/** What is looked at after a step of a walk: the page, and the database behind it. */
import type { Page } from 'playwright-core';
import type { WizardSnapshot } from '../../../machines/wizard.ts';
import type { Family } from '../../e2e/support/families.ts';
import { until } from '../../support/until.ts';
import type { Truth, World } from './world.ts';

export interface Scene {
  page: Page;
  world: World;
  /** Who applies. */
  family: Family;
  /** The state that the machine must be in. */
  expected: WizardSnapshot;
  /** The e-mail address that was typed last; empty where none was. */
  email: string;
  /** Whether a loan was created under it. */
  isCreated: boolean;
  /** What was typed into the first roll number. */
  rollNumber: string;
  /** The database now and before the step; null without a loan. */
  truth: Truth | null;
  before: Truth | null;
}

/** Looks, and throws with what was expected and what was seen. */
export type Look = (scene: Scene) => Promise<void>;

/** @throws with `what` and what was seen, where they are not equal as JSON */
export function same(what: string, seen: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(seen), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: ${b} was expected; seen: ${a}`);
}

/** @throws with `what` where it does not hold */
export function holds(what: string, isSo: boolean, seen?: unknown): void {
  if (!isSo) throw new Error(seen === undefined ? what : `${what}; seen: ${JSON.stringify(seen)}`);
}

export const all =
  (...looks: Look[]): Look =>
  async (scene) => {
    for (const look of looks) await look(scene);
  };

export const text =
  (words: string | RegExp): Look =>
  ({ page }) =>
    page.getByText(words, { exact: true }).first().waitFor();

export const heading =
  (words: string): Look =>
  ({ page }) =>
    page.getByRole('heading', { level: 1, name: words, exact: true }).waitFor();

export const alert =
  (words: string | RegExp): Look =>
  ({ page }) =>
    page.getByRole('alertdialog', { name: words }).waitFor();

export const dialog =
  (name: string): Look =>
  ({ page }) =>
    page.getByRole('dialog', { name, exact: true }).waitFor();

export const buttonNamed =
  (name: string | RegExp): Look =>
  ({ page }) =>
    page
      .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
      .first()
      .waitFor();

/** Nothing of this role and name is there, or will be once the page has come to rest. */
export const without =
  (role: 'button' | 'dialog' | 'alertdialog' | 'heading' | 'group', name: string | RegExp): Look =>
  ({ page }) =>
    until(
      `no ${role} ${name} is expected`,
      () => page.getByRole(role, { name }).count(),
      (count) => count === 0,
    );

export const at =
  (path: RegExp): Look =>
  ({ page }) =>
    until(
      `the address ${path} is expected`,
      () => new URL(page.url()).pathname,
      (pathname) => path.test(pathname),
    );

/** What the database must say, in a sentence; it is asked once, because it is read after the page was looked at. */
export const truly =
  (what: string, isSo: (truth: Truth, scene: Scene) => boolean): Look =>
  async (scene) => {
    const { truth } = scene;
    holds(`In the database ${what}`, truth !== null && isSo(truth, scene), truth);
  };
