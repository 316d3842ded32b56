/** Replaces a frame that the browser blocks, because the site is not one that may frame the application. */
/** The words as the server sends them. */
export interface Notice {
  lang: string;
  text: string;
  /** The words of the link to the application; null if the key is not in force. */
  open: string | null;
}

/**
 * Asks by a module, so that a site with a content policy needs to allow nothing more than this script.
 * @returns null if the site may show the application, or no answer came
 */
export async function readNotice(
  origin: string,
  { key, language }: { key: string; language?: string | null },
): Promise<Notice | null> {
  const address = new URL('/embed/notice.js', origin);
  address.searchParams.set('api_key', key);
  if (language) address.searchParams.set('language', language);
  for (const site of [location.origin, ...(location.ancestorOrigins ?? [])])
    address.searchParams.append('origin', site);
  try {
    const module = (await import(/* @vite-ignore */ address.href)) as { default: Notice | null };
    return module.default;
  } catch {
    return null;
  }
}

/** Hides the frame, and shows in its place that the application cannot be shown here. */
export function showNotice(frame: HTMLIFrameElement, { lang, text, open }: Notice): HTMLElement {
  const notice = document.createElement('div');
  notice.lang = lang;
  notice.setAttribute('role', 'status');
  notice.style.cssText =
    'box-sizing:border-box;max-width:40rem;margin:0 auto;padding:24px;font:16px/1.5 system-ui,sans-serif';
  const words = document.createElement('p');
  words.style.margin = '0';
  words.textContent = text;
  notice.append(words);
  if (open !== null) {
    const link = document.createElement('a');
    link.href = frame.src;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    link.textContent = open;
    link.style.cssText =
      'display:inline-flex;align-items:center;min-height:44px;color:inherit;font-weight:600';
    notice.append(link);
  }
  frame.style.display = 'none';
  frame.after(notice);
  return notice;
}
