import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { Outcome } from '../domain/values/outcome.ts';
import type { LenderResult } from '../domain/values/wire.ts';
import { checklistMachine, type LoanDocuments } from './checklist.ts';
import { provideActors } from './provide-actors.ts';

const readDocuments = fromPromise<Outcome<LoanDocuments>, { loanId: string }>(async () => ({
  kind: 'unreachable',
}));

const refreshVerdict = fromPromise<Outcome<LenderResult>, { loanId: string }>(async () => ({
  kind: 'unreachable',
}));

const actors = { readDocuments, refreshVerdict };
const text = fromPromise(async () => 'documents');

it('provides the machine with its actors', async () => {
  const machine = provideActors(checklistMachine, actors);
  const checklist = createActor(machine, { input: { loanId: 'L1' } }).start();
  await waitFor(checklist, (now) => now.matches('failed'));
  expect(checklist.getSnapshot().value).toBe('failed');
  checklist.stop();
});

it('compiles only with exactly the actors of the machine', () => {
  // @ts-expect-error the actors are left out
  expect(provideActors(checklistMachine, {})).toBeDefined();
  // @ts-expect-error there is no actor `write`
  expect(provideActors(checklistMachine, { ...actors, write: readDocuments })).toBeDefined();
  // @ts-expect-error `readDocuments` answers with an outcome
  expect(provideActors(checklistMachine, { ...actors, readDocuments: text })).toBeDefined();
});
