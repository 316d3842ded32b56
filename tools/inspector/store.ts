/** Holds the model and tells the panel of changes. */
import type { InspectionEvent } from 'xstate';
import { type Model, nothingSeen, seen } from './model.ts';

export interface InspectorStore {
  hear(event: InspectionEvent): void;
  get(): Model;
  subscribe(listener: () => void): () => void;
}

export function openStore(now: () => number): InspectorStore {
  let model = nothingSeen;
  let isTold = true;
  const listeners = new Set<() => void>();
  return {
    hear(event) {
      model = seen(model, event, now());
      if (!isTold) return;
      isTold = false;
      // An actor may be made in the midst of the app's rendering, when nothing else may be rendered.
      queueMicrotask(() => {
        isTold = true;
        for (const listener of listeners) listener();
      });
    },
    get: () => model,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
