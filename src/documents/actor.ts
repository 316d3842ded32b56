/** The actor of one document. */
import { useSelector } from '@xstate/react';
import { use, useEffect, useLayoutEffect, useState } from 'react';
import { type Actor, createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { proofsOf } from '../../domain/loan/documents.ts';
import type { AddressProof, DocumentType } from '../../domain/values/wire.ts';
import { type DocumentChange, documentMachine, type Upload } from '../../machines/document.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { actorOptions } from '../hooks/actor-options.ts';
import { addDocument, removeDocument } from './calls.ts';
import { type DocumentServices, type PendingUpload, useDocumentServices } from './services.ts';

export type DocumentActor = Actor<typeof documentMachine>;
export type DocumentSnapshot = SnapshotFrom<typeof documentMachine>;

export interface DocumentOptions {
  loanId: string;
  document: DocumentType;
  storedProof?: AddressProof | null;
  pendingUpload?: PendingUpload | undefined;
  /** Gets the changed document, and what was sent; null where the document was removed. */
  onAdded: (added: DocumentChange, upload: Upload | null) => void;
}

/** The actor of a document that screens show, or that is still being sent. */
export interface RunningDocument {
  actor: DocumentActor;
  /** The number of screens that show it. */
  screens: number;
  onAdded: DocumentOptions['onAdded'];
}

/** Returns the actor of a document. It goes on without a screen until what is being sent has been added to the loan. */
export function useDocumentActor({ onAdded, ...options }: DocumentOptions): DocumentActor {
  const services = useDocumentServices();
  const key = `${options.loanId} ${options.document}`;
  const [running] = useState(
    () => services.running.get(key) ?? createRunningDocument(services, options, onAdded),
  );
  useLayoutEffect(() => {
    running.onAdded = onAdded;
  });
  useEffect(() => {
    running.screens += 1;
    if (services.running.get(key) !== running) start(running, services.running, key);
    return () => {
      running.screens -= 1;
      endUnlessNeeded(running, services.running, key);
    };
  }, [running, services, key]);
  return running.actor;
}

function start(running: RunningDocument, all: Map<string, RunningDocument>, key: string): void {
  all.set(key, running);
  running.actor.start();
  const restored = () => running.actor.send({ type: 'connection.restored' });
  window.addEventListener('online', restored);
  running.actor.subscribe({
    next: () => endUnlessNeeded(running, all, key),
    complete: () => window.removeEventListener('online', restored),
  });
}

function endUnlessNeeded(running: RunningDocument, all: Map<string, RunningDocument>, key: string): void {
  const now = running.actor.getSnapshot();
  if (running.screens > 0 || now.hasTag('busy') || now.matches('interrupted')) return;
  all.delete(key);
  running.actor.stop();
}

/** What an earlier page did not finish, as of the component's first render; suspends until that is read. */
export function usePendingUploads(loanId: string): readonly PendingUpload[] {
  const { pendingUploadsOf } = useDocumentServices();
  const [pendingUploads] = useState(() => pendingUploadsOf(loanId));
  return use(pendingUploads);
}

export const usePendingUpload = (loanId: string, document: DocumentType): PendingUpload | undefined =>
  usePendingUploads(loanId).find((one) => one.document === document);

export const useDocumentSnapshot = (actor: DocumentActor): DocumentSnapshot =>
  useSelector(actor, (now) => now);

function createRunningDocument(
  services: DocumentServices,
  { loanId, document, storedProof = null, pendingUpload }: Omit<DocumentOptions, 'onAdded'>,
  onAdded: DocumentOptions['onAdded'],
): RunningDocument {
  const { call } = services;
  const machine = provideActors(documentMachine, {
    prepare: fromPromise(({ input }) => services.prepare(input)),
    send: fromPromise(({ input }) => services.send(input)),
    add: fromPromise(({ input, signal }) => addDocument(call, input, signal)),
    remove: fromPromise(({ input, signal }) => removeDocument(call, input, signal)),
  }).provide({
    actions: {
      removePendingUpload: (_, options) => services.removePendingUpload(options.loanId, options.document),
      notifyDocumentChanged: (_, { outcome, upload }) => {
        if (outcome.kind === 'ok') running.onAdded(outcome.value, upload);
      },
    },
  });
  const needsProof = proofsOf(document).length > 0;
  const input = { loanId, document, needsProof, storedProof, pendingUpload: pendingUpload ?? null };
  const running: RunningDocument = {
    actor: createActor(machine, { input, ...actorOptions }),
    screens: 0,
    onAdded,
  };
  return running;
}
