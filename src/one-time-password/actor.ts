/** The running one-time password of a screen, and what the tab keeps of it. */
import { type Actor, createActor, fromPromise } from 'xstate';
import type { PasswordAnswer } from '../../domain/forms/one-time-password.ts';
import type { Outcome } from '../../domain/values/outcome.ts';
import {
  oneTimePasswordMachine,
  type PasswordResponse,
  type SentPassword,
} from '../../machines/one-time-password.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { actorOptions } from '../hooks/actor-options.ts';
import type { TabStore } from '../hooks/tab-store.ts';

export type PasswordActor = Actor<typeof oneTimePasswordMachine>;

export interface PasswordActorOptions<Value> {
  tab: TabStore;
  /** The name under which the tab keeps when a password was sent: a phone may drop the page while its message is read. */
  storageKey: string;
  /** Returns the current time by the server's clock. */
  now: () => Date;
  request: (signal: AbortSignal) => Promise<Outcome<PasswordResponse>>;
  check: (answer: PasswordAnswer, signal: AbortSignal) => Promise<Outcome<Value>>;
  /** Called with the answer to the password that was accepted. */
  onAccepted: (value: Value) => void;
}

/** Creates the actor without starting it. */
export function createPasswordActor<Value>(options: PasswordActorOptions<Value>): PasswordActor {
  const { tab, storageKey, now, request, check, onAccepted } = options;
  let accepted: { value: Value } | null = null;
  const machine = provideActors(oneTimePasswordMachine, {
    requestPassword: fromPromise(({ signal }) => request(signal)),
    checkPassword: fromPromise(async ({ input: { answer }, signal }) => {
      const outcome = await check(answer, signal);
      if (outcome.kind === 'ok') accepted = outcome;
      return outcome;
    }),
  }).provide({
    actions: {
      notifyAccepted: () => {
        tab.remove(storageKey);
        if (accepted) onAccepted(accepted.value);
      },
    },
  });
  const actor = createActor(machine, {
    input: { now: () => now().getTime(), sent: readSentPassword(tab, storageKey) },
    ...actorOptions,
  });
  actor.subscribe(({ context: { expiresAt, resendAt }, value }) => {
    if (value.entry !== 'accepted') tab.write(storageKey, { goodUntil: expiresAt ?? 0, nextAt: resendAt });
  });
  return actor;
}

/** Reads the stored entry, which may come from an older release. */
function readSentPassword(tab: TabStore, name: string): SentPassword | null {
  const { goodUntil, nextAt } = (tab.read(name) ?? {}) as { goodUntil?: unknown; nextAt?: unknown };
  return typeof goodUntil === 'number' && typeof nextAt === 'number'
    ? { expiresAt: goodUntil, resendAt: nextAt }
    : null;
}
