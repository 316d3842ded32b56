/** Puts the panel into the page, beside the app and in a React root of its own. */
import { createRoot } from 'react-dom/client';
import type { InspectionEvent } from 'xstate';
import { Panel, type PanelProps } from './Panel.tsx';
import { keepReachable } from './reach.ts';
import { openStore } from './store.ts';
import './inspector.css';

/** Sends the inspection events of all of the app's actors to a listener. */
export type InspectActors = (listener: (event: InspectionEvent) => void) => void;

export function showInspector(inspectActors: InspectActors, props: Omit<PanelProps, 'store'>): void {
  const store = openStore(Date.now);
  inspectActors(store.hear);
  const container = document.createElement('div');
  container.className = 'inspector-root';
  document.body.append(container);
  keepReachable(container);
  createRoot(container).render(<Panel store={store} {...props} />);
}
