/**
 * `/embed.js`, which partners' pages load by a script tag (docs/embedding.md): it defines `Feepath.open`, and opens the
 * application if the tag says so.
 */
import { isTestFlag } from '../../domain/loan/test-flag.ts';
import { type OpenedFrame, openFrame, type OpenOptions } from './open-frame.ts';

declare global {
  interface Window {
    Feepath: { open: (options: OpenOptions) => OpenedFrame };
  }
}

const script = document.currentScript as HTMLScriptElement;
const open = (options: OpenOptions) => openFrame(new URL(script.src).origin, options);
window.Feepath = { open };

const { key, institute, test, language, loan, container, title, trigger } = script.dataset;
if (key) {
  const options: OpenOptions = {
    key,
    institute: institute ?? null,
    test: isTestFlag(test),
    language: language ?? null,
    loanId: loan,
    ...(title && { title }),
  };
  if (trigger) openOnClick(trigger, { ...options, container: container ?? null });
  else openAtScript(options);
}

/** Opens when a person presses an element that fits the selector, and not twice at once. */
function openOnClick(selector: string, options: OpenOptions): void {
  let opened: OpenedFrame | null = null;
  document.addEventListener('click', ({ target }) => {
    if (opened?.frame.isConnected || !(target instanceof Element) || !target.closest(selector)) return;
    opened = open(options);
  });
}

/** Opens inline at once: in the container, else at the script. An unrequested dialog would be in the way. */
function openAtScript(options: OpenOptions): void {
  if (!container) {
    if (document.head.contains(script))
      throw new Error('embed.js: in the head it needs `data-container` or `data-trigger`');
    const place = document.createElement('div');
    script.after(place);
    open({ ...options, mode: 'inline', container: place });
    return;
  }
  const openInContainer = () => void open({ ...options, mode: 'inline', container });
  // The container may be below the script.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', openInContainer);
  else openInContainer();
}
