/** The actor of one document. */
import { useSelector } from '@xstate/react';
import { use, useEffect, useLayoutEffect, useState } from 'react';
import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { proofsOf } from '../../domain/loan/documents.ts';
import type { AddressProof, DocumentType } from '../../domain/values/wire.ts';
import { documentMachine } from '../../machines/document.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { actorOptions } from '../hooks/actor-options.ts';
import { addDocument, removeDocument } from './calls.ts';
import {
  type DocumentActor,
  endUnlessNeeded,
  type OnAdded,
  type RunningDocument,
  start,
} from './running-document.ts';
import { type DocumentServices, type PendingUpload, useDocumentServices } from './services.ts';

export type { DocumentActor } from './running-document.ts';

export type DocumentSnapshot = SnapshotFrom<typeof documentMachine>;

export interface DocumentOptions {
  loanId: string;
  document: DocumentType;
  storedProof?: AddressProof | null;
  pendingUpload?: PendingUpload | undefined;
  onAdded: OnAdded;
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

/** Returns the uploads that an earlier page did not finish, read once; suspends until they are read. */
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
  onAdded: OnAdded,
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
