/** Puts a text on the clipboard. */

/** @returns 'failed' if the browser has no clipboard for this page, or does not let the page write to it */
export async function copyText(text: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'failed';
  }
}
