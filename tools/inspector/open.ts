/**
 * The inspector of development builds: `?inspect` shows the running machines beside the app, for as long as the tab
 * lives or until `?inspect=0`. The panel is a chunk of its own, loaded only when it is requested.
 */
import type { InspectActors } from './mount.tsx';

/** The session storage of the tab. */
interface TabStorage {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
}

const name = 'inspector';

/** Await it before the first actor is created: actors that start earlier are not listed. */
export async function openInspector({ searchParams }: URL, tab: TabStorage, inspectActors: InspectActors) {
  const parameter = searchParams.get('inspect');
  if (parameter === '0') tab.remove(name);
  else if (parameter !== null) tab.write(name, true);
  if (tab.read(name) !== true) return;
  const { mountInspector } = await import('./mount.tsx');
  mountInspector(inspectActors);
}
