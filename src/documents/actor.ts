/** The running machine of one document. */
import { useSelector } from '@xstate/react';
import { use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Actor, createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { proofsOf } from '../../domain/documents.ts';
import type { DocumentType } from '../../domain/wire.ts';
import { type Added, documentMachine } from '../../machines/document.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { useLocalActor } from '../hooks/local-actor.ts';
import { actorOptions } from '../actor-options.ts';
import { addDocument, removeDocument } from './calls.ts';
import { type DocumentServices, type PendingUpload, useDocumentServices } from './services.ts';

export type DocumentActor = Actor<typeof documentMachine>;
export type DocumentSnapshot = SnapshotFrom<typeof documentMachine>;

export interface DocumentOptions {
  loanId: string;
  document: DocumentType;
  kept?: PendingUpload | undefined;
  /** Told what the loan has now, and the name of the file that was sent; '' where one was taken away. */
  onAdded: (added: Added, name: string) => void;
}

/** Runs for as long as the component stands. */
export function useDocumentActor({ onAdded, ...about }: DocumentOptions): DocumentActor {
  const services = useDocumentServices();
  const latest = useRef(onAdded);
  useLayoutEffect(() => {
    latest.current = onAdded;
  });
  const actor = useLocalActor(() =>
    createDocumentActor(services, about, (...told) => latest.current(...told)),
  );
  useEffect(() => {
    const hear = () => actor.send({ type: 'connection.restored' });
    window.addEventListener('online', hear);
    return () => window.removeEventListener('online', hear);
  }, [actor]);
  return actor;
}

/** What an earlier page did not get to send, as it was when the component came; suspends until that is known. */
export function usePendingUploads(loanId: string): readonly PendingUpload[] {
  const { pendingUploadsOf } = useDocumentServices();
  const [kept] = useState(() => pendingUploadsOf(loanId));
  return use(kept);
}

/** The same of one document. */
export const usePendingUpload = (loanId: string, document: DocumentType): PendingUpload | undefined =>
  usePendingUploads(loanId).find((one) => one.document === document);

export const useDocumentSnapshot = (actor: DocumentActor): DocumentSnapshot =>
  useSelector(actor, (now) => now);

type OnAdded = DocumentOptions['onAdded'];

function createDocumentActor(
  services: DocumentServices,
  { loanId, document, kept }: Omit<DocumentOptions, 'onAdded'>,
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
      forgetKept: (_, about) => services.forgetPendingUpload(about.loanId, about.document),
      handOver: (_, { outcome, name }) => {
        if (outcome.kind === 'decided') onAdded(outcome.value, name);
      },
    },
  });
  return createActor(machine, {
    input: {
      loanId,
      document,
      asksProof: proofsOf(document).length > 0,
      kept: kept ? { upload: kept.upload, proof: kept.proof } : null,
    },
    ...actorOptions,
  });
}
