/** The drafts of the loan that is open: one small machine a step, alive for as long as the page is. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { type DraftRecord, draftMachine } from '../../machines/draft.ts';
import type { WizardSnapshot } from '../../machines/wizard.ts';
import type { DraftStep } from '../api/types.ts';
import type { Wizard } from './actor.tsx';
import type { Services, Tab } from './services.ts';

export type DraftActor = ActorRefFrom<typeof draftMachine>;

export interface Drafts {
  /** The step's draft, of the loan that is open; it does nothing before it is started. */
  of(step: DraftStep): DraftActor;
  start(step: DraftStep): void;
}

const opened = new WeakMap<Wizard, Drafts>();

/** The drafts of a wizard, opened when a step first asks. */
export function draftsOf(wizard: Wizard, services: Services): Drafts {
  const drafts = opened.get(wizard) ?? openDrafts(wizard, services);
  opened.set(wizard, drafts);
  return drafts;
}

/** Listens to the wizard: what is being saved is not kept beside it, and what was saved is no draft any more. */
function openDrafts(wizard: Wizard, services: Services): Drafts {
  const actors = new Map<string, DraftActor>();
  const loanId = () => wizard.getSnapshot().context.loanId ?? '';
  const all = (type: 'page.hidden' | 'connection.returned') => {
    for (const actor of actors.values()) actor.send({ type });
  };

  const of = (step: DraftStep) => {
    const name = `draft.${loanId()}.${step}`;
    const known = actors.get(name);
    if (known) return known;
    const actor = openDraft(services, loanId(), step, name);
    actors.set(name, actor);
    return actor;
  };

  let before = wizard.getSnapshot();
  wizard.subscribe((now) => {
    const last = before;
    before = now;
    for (const save of saves) {
      const [was, is] = [save.isUnderWay(last), save.isUnderWay(now)];
      if (is && !was) of(save.step).send({ type: 'save.started' });
      if (was && !is) of(save.step).send({ type: save.isDone(now) ? 'step.saved' : 'save.failed' });
    }
  });

  let listening = false;
  const start = (step: DraftStep) => {
    if (!listening) {
      listening = true;
      window.addEventListener('online', () => all('connection.returned'));
      // A page that goes out of sight may never come back.
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'hidden') all('page.hidden');
      });
    }
    of(step).start();
  };

  return { of, start };
}

interface Save {
  step: DraftStep;
  isUnderWay(now: WizardSnapshot): boolean;
  isDone(now: WizardSnapshot): boolean;
}

const isSubmitting = (now: WizardSnapshot) => now.matches({ flow: { submission: 'saving' } });
const isSubmitted = (now: WizardSnapshot) => now.matches({ flow: { submission: 'askingLender' } });

/** Which states of the wizard save which step, and where they lead when they did. */
const saves: readonly Save[] = [
  {
    step: 'students',
    isUnderWay: (now) => now.matches({ flow: { students: 'saving' } }),
    isDone: (now) => now.matches({ flow: 'applicant' }),
  },
  // In query mode Submit saves what both steps have changed.
  {
    step: 'students',
    isUnderWay: (now) => isSubmitting(now) && now.context.studentChanges !== null,
    isDone: isSubmitted,
  },
  { step: 'applicant', isUnderWay: isSubmitting, isDone: isSubmitted },
];

function openDraft(services: Services, loanId: string, step: DraftStep, name: string): DraftActor {
  const logic = draftMachine.provide({
    actors: {
      readDraft: fromPromise(({ signal }) => services.readDraft(loanId, step, signal)),
      keepDraft: fromPromise(({ input, signal }) =>
        services.keepDraft(loanId, step, input.version, input.body, signal),
      ),
    },
  });
  const actor = createActor(logic, { input: { tab: recordIn(services.tab, name) } });
  actor.subscribe(({ context: { body, version, sent } }) => {
    if (body === null) services.tab.remove(name);
    else services.tab.write(name, { body, version, sent } satisfies DraftRecord);
  });
  return actor;
}

function recordIn(tab: Tab, name: string): DraftRecord | null {
  const kept = tab.read(name) as Partial<DraftRecord> | undefined;
  if (typeof kept?.body !== 'object' || kept.body === null) return null;
  const version = typeof kept.version === 'number' ? kept.version : null;
  return { body: kept.body, version, sent: kept.sent === true };
}
