/** The running re-entry into the loan that the address names, and what the tab keeps of it. */
import { use } from 'react';
import { type Actor, createActor, fromPromise } from 'xstate';
import { reentryMachine, type SentPassword } from '../../../machines/reentry.ts';
import { inspect } from '../../inspect/tap.ts';
import { useWizard, type Wizard } from '../actor.tsx';
import { useChild } from '../../child.ts';
import { type Reentry, type Services, type Tab, useServices } from '../services.ts';

export type ReentryActor = Actor<typeof reentryMachine>;

/** Suspends until its calls are there; where they do not come, it throws. */
export function useReentry(): ReentryActor {
  const wizard = useWizard();
  const services = useServices();
  const calls = use(services.openReentry());
  return useChild(() => openReentry(wizard, services, calls));
}

/** What the tab keeps, by name, until the loan is open. */
export const keptNames = (loanId: string) => ({ sent: `reentry.${loanId}`, dob: `reentry.${loanId}.dob` });

/** A phone may drop the page while its person reads the message: the tab knows that one was sent. */
function openReentry(wizard: Wizard, { tab, now }: Services, calls: Reentry): ReentryActor {
  const loanId = wizard.getSnapshot().context.loanId ?? '';
  const names = keptNames(loanId);
  const machine = reentryMachine.provide({
    actors: {
      requestPassword: fromPromise(({ input, signal }) => calls.requestPassword(input.loanId, signal)),
      enterLoan: fromPromise(({ input, signal }) => calls.enterLoan(input.loanId, input.answer, signal)),
    },
    actions: { handOver: () => wizard.send({ type: 'loan.reentered' }) },
  });
  const actor = createActor(machine, {
    input: { loanId, now: () => now().getTime(), sent: sentIn(tab, names.sent) },
    ...(import.meta.env.DEV && { inspect }),
  });
  actor.subscribe(({ context: { goodUntil, nextAt }, value }) => {
    if (value.entry === 'opened') for (const name of Object.values(names)) tab.remove(name);
    else if (goodUntil !== null) tab.write(names.sent, { goodUntil, nextAt } satisfies SentPassword);
  });
  return actor;
}

/** An older page may have kept anything. */
function sentIn(tab: Tab, name: string): SentPassword | null {
  const { goodUntil, nextAt } = (tab.read(name) ?? {}) as Partial<Record<keyof SentPassword, unknown>>;
  return typeof goodUntil === 'number' && typeof nextAt === 'number' ? { goodUntil, nextAt } : null;
}
