/** The actors of documents, which outlive the screens that show them while something is being sent. */
import type { Actor } from 'xstate';
import type { DocumentChange, documentMachine, Upload } from '../../machines/document.ts';

export type DocumentActor = Actor<typeof documentMachine>;

/** Gets the changed document, and the upload; null if the document was removed. */
export type OnAdded = (added: DocumentChange, upload: Upload | null) => void;

/** The actor of a document that screens show, that is still being sent, or that was refused while no screen showed it. */
export interface RunningDocument {
  actor: DocumentActor;
  /** The number of screens that show it. */
  screens: number;
  onAdded: OnAdded;
}

export type RunningDocuments = Map<string, RunningDocument>;

export function start(running: RunningDocument, all: RunningDocuments, key: string): void {
  all.set(key, running);
  running.actor.start();
  const restored = () => running.actor.send({ type: 'connection.restored' });
  window.addEventListener('online', restored);
  running.actor.subscribe({
    next: () => endUnlessNeeded(running, all, key),
    complete: () => window.removeEventListener('online', restored),
  });
}

export function endUnlessNeeded(running: RunningDocument, all: RunningDocuments, key: string): void {
  const now = running.actor.getSnapshot();
  // The next screen that shows the document says that it was refused.
  const isUntold = now.matches('refused') || now.matches('invalidFile');
  if (running.screens > 0 || now.hasTag('busy') || now.matches('interrupted') || isUntold) return;
  all.delete(key);
  running.actor.stop();
}
