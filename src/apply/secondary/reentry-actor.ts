/** The running re-entry into the loan that the address names, and what the tab keeps of it. */
import { type Actor, createActor, fromPromise } from 'xstate';
import { provideActors } from '../../../machines/provide-actors.ts';
import { reentryMachine, type SentPassword } from '../../../machines/reentry.ts';
import { actorOptions } from '../../actor-options.ts';
import { takeDocumentsReturn } from '../../documents/reentry-return.ts';
import { useWizard, type Wizard } from '../wizard-actor.tsx';
import { useLocalActor } from '../../hooks/local-actor.ts';
import { type Services, type TabStore, useServices } from '../services.ts';

export type ReentryActor = Actor<typeof reentryMachine>;

export function useReentryActor(): ReentryActor {
  const wizard = useWizard();
  const services = useServices();
  return useLocalActor(() => createReentry(wizard, services));
}

/** What the tab keeps, by name, until the loan is open. */
export const storageKeys = (loanId: string) => ({ sent: `reentry.${loanId}`, dob: `reentry.${loanId}.dob` });

/** A phone may drop the page while its person reads the message: the tab knows that one was sent. */
function createReentry(wizard: Wizard, { call, tab, now, saveLoanToken }: Services): ReentryActor {
  const loanId = wizard.getSnapshot().context.loanId ?? '';
  const names = storageKeys(loanId);
  const path = { id: loanId };
  const machine = provideActors(reentryMachine, {
    requestPassword: fromPromise(({ signal }) => call('requestReentry', { path }, { signal })),
    enterLoan: fromPromise(async ({ input: { answer }, signal }) => {
      const { otp, dob } = answer;
      const outcome = await call('reenterLoan', { path, body: { otp, ...(dob && { dob }) } }, { signal });
      if (outcome.kind === 'ok') saveLoanToken(loanId, outcome.value.access_token);
      return outcome;
    }),
  }).provide({
    actions: {
      notifyLoanOpened: () => {
        const documents = takeDocumentsReturn(tab, loanId);
        if (documents === null) wizard.send({ type: 'loan.reentered' });
        else window.location.replace(documents);
      },
    },
  });
  const actor = createActor(machine, {
    input: { loanId, now: () => now().getTime(), sent: readSentPassword(tab, names.sent) },
    ...actorOptions,
  });
  actor.subscribe(({ context: { expiresAt, resendAt }, value }) => {
    if (value.entry === 'opened') for (const name of Object.values(names)) tab.remove(name);
    else if (expiresAt !== null) tab.write(names.sent, { goodUntil: expiresAt, nextAt: resendAt });
  });
  return actor;
}

/** An older page may have kept anything. */
function readSentPassword(tab: TabStore, name: string): SentPassword | null {
  const { goodUntil, nextAt } = (tab.read(name) ?? {}) as { goodUntil?: unknown; nextAt?: unknown };
  return typeof goodUntil === 'number' && typeof nextAt === 'number'
    ? { expiresAt: goodUntil, resendAt: nextAt }
    : null;
}
