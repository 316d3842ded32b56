/**
 * Fetches what a lazy chunk needs besides itself: its style sheets before it runs, its other chunks at the same time.
 * Replaces Vite's helper of this name (scripts/stubs.ts), which does not fetch a style sheet again after a failure: a
 * step that was prefetched while the connection was lost would be shown without its styles.
 */
const fetched = new Map<string, Promise<unknown>>();

/** @throws if a style sheet or the chunk does not come; a later call tries again */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(fetchOnce));
  return load();
}

function fetchOnce(file: string): Promise<unknown> {
  const known = fetched.get(file) ?? fetchLinked(file);
  fetched.set(file, known);
  known.catch(() => fetched.delete(file));
  return known;
}

async function fetchLinked(file: string): Promise<void> {
  const href = import.meta.env.BASE_URL + file;
  // The page's own sheet is loaded from the start.
  if (document.querySelector(`[href="${href}"]`)) return;
  const isSheet = file.endsWith('.css');
  const link = document.createElement('link');
  link.rel = isSheet ? 'stylesheet' : 'modulepreload';
  link.href = href;
  document.head.append(link);
  if (!isSheet) return;
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(`${file} did not come`));
    };
  });
}
