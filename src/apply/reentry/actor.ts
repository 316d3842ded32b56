/** The running re-entry into the loan that the address names, and what the tab keeps of it. */
import { takeDocumentsReturn } from '../../documents/reentry-return.ts';
import { useLocalActor } from '../../hooks/local-actor.ts';
import { createPasswordActor, type PasswordActor } from '../../one-time-password/actor.ts';
import { type Services, useServices } from '../shared/services.ts';
import { useWizard, type Wizard } from '../shared/wizard.tsx';

export function useReentryActor(): PasswordActor {
  const wizard = useWizard();
  const services = useServices();
  return useLocalActor(() => createReentry(wizard, services));
}

/** What the tab keeps, by name, until the loan is open. */
export const storageKeys = (loanId: string) => ({ sent: `reentry.${loanId}`, dob: `reentry.${loanId}.dob` });

function createReentry(wizard: Wizard, { call, tab, now, saveLoanToken }: Services): PasswordActor {
  const loanId = wizard.getSnapshot().context.loanId ?? '';
  const { sent, dob: dobKey } = storageKeys(loanId);
  const path = { id: loanId };
  return createPasswordActor({
    tab,
    storageKey: sent,
    now,
    request: (signal) => call('requestReentry', { path }, { signal }),
    async check({ otp, dob }, signal) {
      const outcome = await call('reenterLoan', { path, body: { otp, ...(dob && { dob }) } }, { signal });
      if (outcome.kind === 'ok') saveLoanToken(loanId, outcome.value.access_token);
      return outcome;
    },
    onAccepted() {
      tab.remove(dobKey);
      const documents = takeDocumentsReturn(tab, loanId);
      if (documents === null) wizard.send({ type: 'loan.reentered' });
      else window.location.replace(documents);
    },
  });
}
