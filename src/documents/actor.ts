/** The actor of one document. */
import { useSelector } from '@xstate/react';
import { use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Actor, createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { proofsOf } from '../../domain/loan/documents.ts';
import type { DocumentType } from '../../domain/values/wire.ts';
import { type DocumentChange, documentMachine, type Upload } from '../../machines/document.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { useLocalActor } from '../hooks/local-actor.ts';
import { actorOptions } from '../hooks/actor-options.ts';
import { addDocument, removeDocument } from './calls.ts';
import { type DocumentServices, type PendingUpload, useDocumentServices } from './services.ts';

export type DocumentActor = Actor<typeof documentMachine>;
export type DocumentSnapshot = SnapshotFrom<typeof documentMachine>;

export interface DocumentOptions {
  loanId: string;
  document: DocumentType;
  pendingUpload?: PendingUpload | undefined;
  /** Gets the changed document, and what was sent; null where the document was removed. */
  onAdded: (added: DocumentChange, upload: Upload | null) => void;
}

/** The actor runs while the component is mounted. */
export function useDocumentActor({ onAdded, ...options }: DocumentOptions): DocumentActor {
  const services = useDocumentServices();
  const latest = useRef(onAdded);
  useLayoutEffect(() => {
    latest.current = onAdded;
  });
  const actor = useLocalActor(() =>
    createDocumentActor(services, options, (...args) => latest.current(...args)),
  );
  useEffect(() => {
    const notify = () => actor.send({ type: 'connection.restored' });
    window.addEventListener('online', notify);
    return () => window.removeEventListener('online', notify);
  }, [actor]);
  return actor;
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

type OnAdded = DocumentOptions['onAdded'];

function createDocumentActor(
  services: DocumentServices,
  { loanId, document, pendingUpload }: Omit<DocumentOptions, 'onAdded'>,
  onAdded: OnAdded,
): DocumentActor {
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
        if (outcome.kind === 'ok') onAdded(outcome.value, upload);
      },
    },
  });
  return createActor(machine, {
    input: {
      loanId,
      document,
      needsProof: proofsOf(document).length > 0,
      pendingUpload: pendingUpload ? { upload: pendingUpload.upload, proof: pendingUpload.proof } : null,
    },
    ...actorOptions,
  });
}
