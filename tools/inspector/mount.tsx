/** Mounts the panel beside the app, in a React root of its own. */
import { createRoot } from 'react-dom/client';
import type { InspectionEvent } from 'xstate';
import { emptyModel, reduceInspection } from './model.ts';
import { Panel } from './panel.tsx';

/** Sends the inspection events of all of the app's actors to a listener. */
export type InspectActors = (listener: (event: InspectionEvent) => void) => void;

export function mountInspector(inspectActors: InspectActors): void {
  const container = document.createElement('div');
  container.className = 'inspector-root';
  const root = createRoot(container);
  // Collapsed on a phone, where the panel leaves too little of the page.
  const isExpanded = window.matchMedia('(min-width: 64rem)').matches;
  let model = emptyModel;
  let isScheduled = false;
  inspectActors((event) => {
    model = reduceInspection(model, event, Date.now());
    if (isScheduled) return;
    isScheduled = true;
    // Actors may be created while React renders the app, when no other render may begin; and events come in bursts.
    queueMicrotask(() => {
      isScheduled = false;
      root.render(<Panel model={model} isExpanded={isExpanded} />);
    });
  });
  // A modal dialog makes the rest of the page inert, so the panel moves into the open one and back when it closes.
  const place = () => {
    const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    if (container.parentElement !== parent) parent.append(container);
  };
  place();
  const observer = new MutationObserver(place);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
}
