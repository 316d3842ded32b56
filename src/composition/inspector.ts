/** Opens the inspector (tools/inspector) in development builds. */
import { inspectActors } from '../hooks/actor-options.ts';
import { createBrowserStore } from './browser-store.ts';

/**
 * Shows it where the page's address or the tab asks for it. Await it before the first actor is created, so that the
 * inspector sees each from its start. Call it in development alone: a production build then has no chunk of it.
 */
export async function openInspectorAt(address: URL): Promise<void> {
  const { openInspector } = await import('../../tools/inspector/open.ts');
  await openInspector(
    address,
    createBrowserStore(() => window.sessionStorage),
    inspectActors,
  );
}
