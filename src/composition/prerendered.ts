/**
 * The screen that came with the page (src/prerender.tsx): what a person did in it before the app ran, and how the app
 * takes its place. Its facts are attributes of the root, which src/early-input.js reads too.
 */
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { languageOfTag } from '../../locales/index.ts';
import type { EarlyInput } from '../form/early-input.ts';

export interface FirstScreen {
  /** Returns false if the page came without its screen or has removed it, and once the app has taken it over. */
  isPrerendered(): boolean;
  isTest: boolean;
  /** Shows what the form will begin with, by the names of its fields; what was typed stays. */
  showStored(values: Readonly<Record<string, string>>): void;
  /** Returns the early input once, and from then on the app handles Submit. Null if the page came without input. */
  takeEarlyInput(): EarlyInput | null;
  /** Renders the app: onto the screen if the app shows the same first, else in place of it, with the typed input. */
  render(view: ReactNode, options: RenderOptions): Promise<void>;
}

export interface RenderOptions {
  /** True if the app shows the same screen first. */
  isSame: boolean;
  /** Loads the language that is stored: another one may have been chosen in the screen. */
  loadLanguage?: () => Promise<void>;
}

export function findFirstScreen(root: HTMLElement): FirstScreen {
  const { dataset } = root;
  const isPrerendered = () => 'prerendered' in dataset;
  const inputs = () => root.querySelectorAll('input');
  const readEarlyInput = (): EarlyInput | null => {
    if (!isPrerendered()) return null;
    delete dataset.prerendered;
    root.querySelector('[aria-busy]')?.removeAttribute('aria-busy');
    return {
      values: Object.fromEntries(Array.from(inputs(), ({ id, value }) => [id, value])),
      isSubmitted: 'submitted' in dataset,
    };
  };
  const isInLanguage = () => {
    const chosen = root.querySelector<HTMLSelectElement>('.language')?.value;
    return (
      chosen === dataset.language && (!chosen || chosen === languageOfTag(document.documentElement.lang))
    );
  };
  let inputOfReplacedScreen: EarlyInput | null = null;
  return {
    isPrerendered,
    isTest: 'test' in dataset,
    showStored(values) {
      for (const input of inputs()) {
        // A value that is set moves the caret.
        if (!input.value) input.value = values[input.id] ?? '';
      }
    },
    takeEarlyInput() {
      const early = inputOfReplacedScreen ?? readEarlyInput();
      inputOfReplacedScreen = null;
      return early;
    },
    async render(view, { isSame, loadLanguage }) {
      if (isPrerendered() && isSame && isInLanguage()) return void hydrateRoot(root, view);
      if (isPrerendered()) await loadLanguage?.();
      inputOfReplacedScreen = readEarlyInput();
      root.replaceChildren();
      createRoot(root).render(view);
    },
  };
}
