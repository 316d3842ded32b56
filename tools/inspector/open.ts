/**
 * The inspector of development builds: `?inspect` shows the live machines beside the app, for as long as the tab
 * lives or until `?inspect=0`. The panel is a chunk of its own, fetched where it is asked for only.
 */
import type { InspectActors } from './show.tsx';

/** The session storage of the tab. */
interface Tab {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
}

const name = 'inspector';

/** Await it before any actor is made: what has happened by then is not shown. */
export async function openInspector(
  { searchParams }: URL,
  tab: Tab,
  inspectActors: InspectActors,
): Promise<void> {
  const asked = searchParams.get('inspect');
  if (asked === '0') tab.remove(name);
  const isFolded = tab.read(name);
  if (asked === '0' || (asked === null && typeof isFolded !== 'boolean')) return;
  const { showInspector } = await import('./show.tsx');
  showInspector(inspectActors, {
    // On a phone the app comes first.
    folded: typeof isFolded === 'boolean' ? isFolded : !window.matchMedia('(min-width: 64rem)').matches,
    onFold: (folded) => tab.write(name, folded),
  });
}
