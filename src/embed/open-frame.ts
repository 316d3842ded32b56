/** Opens the application in a page of a partner: inline in a container, or in a dialog that fills the screen. */
import { type EmbedMessage, inlineFrameName, type MessageOf, readMessage } from './messages.ts';
import { readNotice, showNotice } from './notice.ts';
import { openStoredLoan } from './stored-loan.ts';

export interface OpenOptions {
  /** The partner's API key. */
  key: string;
  /** Selects the institution by its id and locks it. */
  institute?: number | string | null;
  /** True if new loans are test loans. */
  test?: boolean;
  /** The code of the language to begin in, such as `ta`; the person can choose another. */
  language?: string | null;
  /** Opens this loan; null opens the start page. Undefined opens the loan that is stored in the page. */
  loanId?: string | null | undefined;
  /** The element that contains the frame, or its selector. */
  container?: Element | string | null;
  /** The default is inline if there is a container with room for it, else a dialog. */
  mode?: 'inline' | 'dialog';
  /** The frame's name for screen readers, also shown above it in a dialog. */
  title?: string;
  /** The label of the dialog's button. */
  closeLabel?: string;
  onReady?: () => void;
  onLoanCreated?: (message: MessageOf<'feepath.loan.created'>) => void;
  onLoanSubmitted?: (message: MessageOf<'feepath.loan.submitted'>) => void;
  onLoanStatus?: (message: MessageOf<'feepath.loan.status'>) => void;
  /** Called if the site is not one of the key's, so that the browser blocks the frame; a notice replaces it. */
  onNotAllowed?: () => void;
  /** Called after the frame was removed by the page or the person. */
  onClose?: () => void;
}

export interface OpenedFrame {
  frame: HTMLIFrameElement;
  /** Removes the frame. Typed values that were not submitted are in the loan's draft. */
  close: () => void;
}

/** The two operations of a shown frame, inline or in a dialog. */
interface View {
  receive: (message: EmbedMessage) => void;
  /** Returns the focus to its former element. */
  remove: () => void;
}

/** The events that notify the page, each as a DOM event of its name and by its callback. */
const callbacks = {
  'feepath.ready': 'onReady',
  'feepath.loan.created': 'onLoanCreated',
  'feepath.loan.submitted': 'onLoanSubmitted',
  'feepath.loan.status': 'onLoanStatus',
} as const;

/** The window widths of a phone, for which a dialog is the default: it has more room than the page's column. */
const phone = '(width < 40rem)';
/** The height in CSS pixels until the content reports its own, and later the minimum for a dialog inside the frame. */
const minHeight = 480;

/**
 * @param origin the application's origin
 * @throws Error if the key or the container is missing
 */
export function openFrame(origin: string, options: OpenOptions): OpenedFrame {
  const { key, container: place, mode, title = 'Loan for school fees', closeLabel = 'Close' } = options;
  if (!key) throw new Error('Feepath.open: `key` is missing');
  const container = typeof place === 'string' ? document.querySelector(place) : place;
  if (!container && (place || mode === 'inline'))
    throw new Error('Feepath.open: the page has no such `container`');
  const isInline = container && (mode ?? (matchMedia(phone).matches ? 'dialog' : 'inline')) === 'inline';

  const frame = document.createElement('iframe');
  frame.title = title;
  frame.referrerPolicy = 'no-referrer';
  frame.style.cssText = 'display:block;width:100%;border:0';
  if (isInline) frame.name = inlineFrameName(scrollPaddingTop());
  const storedLoan = options.loanId === undefined ? openStoredLoan(options) : null;
  frame.src = frameAddress(origin, storedLoan ? { ...options, loanId: storedLoan.read() } : options);
  const view = isInline
    ? showInline(frame, container)
    : showDialog(frame, { title, closeLabel }, () => close());

  const receive = (event: MessageEvent<unknown>) => {
    const message = readMessage(event, { origin, window: frame.contentWindow });
    if (!message) return;
    view.receive(message);
    storedLoan?.update(message);
    if (message.type === 'feepath.closeRequested' && !isInline) close();
    const callback = callbacks[message.type as keyof typeof callbacks];
    if (!callback) return;
    frame.dispatchEvent(new CustomEvent(message.type, { bubbles: true, detail: message }));
    (options[callback] as ((message: EmbedMessage) => void) | undefined)?.(message);
  };
  addEventListener('message', receive);

  let isOpen = true;
  let notice: HTMLElement | null = null;
  void readNotice(origin, options).then((found) => {
    if (!found || !isOpen) return;
    notice = showNotice(frame, found);
    frame.dispatchEvent(new CustomEvent('feepath.notAllowed', { bubbles: true }));
    options.onNotAllowed?.();
  });
  function close() {
    if (!isOpen) return;
    isOpen = false;
    removeEventListener('message', receive);
    frame.dispatchEvent(new CustomEvent('feepath.close', { bubbles: true }));
    view.remove();
    notice?.remove();
    options.onClose?.();
  }
  return { frame, close };
}

/** Returns the application's address with the options. */
export function frameAddress(
  origin: string,
  { key, institute, test, language, loanId }: Omit<OpenOptions, 'container'>,
): string {
  const address = new URL(loanId ? `/loan/${encodeURIComponent(loanId)}` : '/', origin);
  const parameters = { api_key: key, institute_id: institute, test: test ? 1 : null, language };
  for (const [name, value] of Object.entries(parameters))
    if (value) address.searchParams.set(name, String(value));
  return address.href;
}

function showInline(frame: HTMLIFrameElement, container: Element): View {
  const opener = document.activeElement;
  const setHeight = (height: number) => (frame.style.height = `${Math.max(height, minHeight)}px`);
  setHeight(0);
  container.append(frame);
  return {
    receive: (message) => {
      if (message.type === 'feepath.height') setHeight(message.height);
      if (message.type === 'feepath.scroll') scrollToPart(frame, message);
    },
    remove: () => {
      const hasFocus = document.activeElement === frame;
      frame.remove();
      if (hasFocus && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
  };
}

/** Returns the height of the page's fixed header as its style states it, in CSS pixels. */
function scrollPaddingTop(): number {
  const { scrollPaddingTop: padding } = getComputedStyle(document.documentElement);
  const size = Number.parseFloat(padding) || 0;
  return Math.round(padding.endsWith('%') ? (size * innerHeight) / 100 : size);
}

/** Scrolls the containers around the frame, by no more than is needed to see this part of it. */
function scrollToPart(frame: HTMLIFrameElement, { top, bottom }: MessageOf<'feepath.scroll'>): void {
  frame.style.scrollMargin = `${-top}px 0 ${bottom - frame.offsetHeight}px`;
  frame.scrollIntoView({ block: 'nearest' });
}

function showDialog(
  frame: HTMLIFrameElement,
  { title, closeLabel }: { title: string; closeLabel: string },
  close: () => void,
): View {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', title);
  dialog.style.cssText =
    'box-sizing:border-box;width:100%;max-width:none;height:100%;height:100dvh;max-height:none;margin:0;padding:0;' +
    'border:0;overflow:hidden;color-scheme:light dark;background:Canvas;color:CanvasText';
  const bar = document.createElement('div');
  bar.style.cssText =
    'box-sizing:border-box;display:flex;align-items:center;justify-content:space-between;height:48px;' +
    'padding-inline-start:16px;border-bottom:1px solid #8886;font:600 16px/1.2 system-ui,sans-serif';
  const name = document.createElement('span');
  name.textContent = title;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = `${closeLabel} ×`;
  button.ariaLabel = closeLabel;
  button.style.cssText =
    'min-width:48px;height:48px;margin:0;padding:0 16px;border:0;background:none;color:inherit;font:inherit;' +
    'cursor:pointer';
  button.onclick = close;
  bar.append(name, button);
  frame.style.height = 'calc(100% - 48px)';
  dialog.append(bar, frame);
  // The dialog closes itself on Escape and the back gesture, if they reach the page.
  dialog.addEventListener('close', close);
  document.body.append(dialog);
  dialog.showModal();
  const { style } = document.documentElement;
  const { overflow } = style;
  style.overflow = 'hidden';
  return {
    receive: ({ type }) => {
      if (type === 'feepath.ready' && document.activeElement === button) frame.focus();
    },
    remove: () => {
      style.overflow = overflow;
      // Gives the focus back, which removing the dialog alone would not.
      dialog.close();
      dialog.remove();
    },
  };
}
