/** The drafts of the loan that is open: one small machine a step, alive for as long as the page is. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { lockOf } from '../../domain/lock.ts';
import { fits } from '../../domain/schemas.ts';
import { type DraftRecord, draftMachine } from '../../machines/draft.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import type { WizardSnapshot } from '../../machines/wizard.ts';
import type { DraftStep } from '../api/types.ts';
import { inspect } from '../inspect/tap.ts';
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
  const of = (step: DraftStep) => {
    const loanId = wizard.getSnapshot().context.loanId ?? '';
    const name = `draft.${loanId}.${step}`;
    const actor = actors.get(name) ?? openDraft(services, loanId, step, name);
    actors.set(name, actor);
    return actor;
  };

  let before = wizard.getSnapshot();
  wizard.subscribe((now) => {
    for (const step of steps) {
      const is = isSaving[step](now);
      if (is === isSaving[step](before)) continue;
      of(step).send({ type: is ? 'save.started' : isSaved(now) ? 'step.saved' : 'save.failed' });
    }
    before = now;
  });

  const all = (type: 'page.hidden' | 'connection.restored') => {
    for (const actor of actors.values()) actor.send({ type });
  };
  let listens = false;
  const listen = () => {
    listens = true;
    window.addEventListener('online', () => all('connection.restored'));
    // A page that goes out of sight may never come back.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') all('page.hidden');
    });
  };
  const start = (step: DraftStep) => {
    if (!listens) listen();
    of(step).start();
  };

  return { of, start };
}

const isSubmitting = (now: WizardSnapshot) => now.matches({ submission: 'saving' });

const isAnswering = (now: WizardSnapshot) =>
  isSubmitting(now) && now.context.loan !== null && lockOf(now.context.loan).mode === 'queried';

/** Whether the wizard saves a step; in query mode Submit saves all of them. */
const isSaving: Record<DraftStep, (now: WizardSnapshot) => boolean> = {
  students: (now) => now.matches({ students: 'saving' }) || isAnswering(now),
  applicant: isSubmitting,
  answers: isAnswering,
};

const steps = Object.keys(isSaving) as DraftStep[];

/** Where a save leads that was done. */
const isSaved = (now: WizardSnapshot) =>
  now.matches('applicant') || now.matches({ submission: 'askingLender' });

function openDraft(services: Services, loanId: string, step: DraftStep, name: string): DraftActor {
  const { call } = services;
  const path = { id: loanId, step };
  const logic = provideActors(draftMachine, {
    readDraft: fromPromise(({ signal }) => call('getDraft', { path }, { signal })),
    keepDraft: fromPromise(({ input: { version, body }, signal }) => {
      const header = { 'If-Match': version };
      return call('keepDraft', { path, header, body: { body } }, { signal, keepalive: true });
    }),
  });
  const actor = createActor(logic, {
    input: { tab: recordIn(services.tab, name) },
    ...(import.meta.env.DEV && { inspect, id: `draft of ${step}` }),
  });
  actor.subscribe(({ context: { body, version, sent } }) => {
    if (body === null) services.tab.remove(name);
    else services.tab.write(name, { body, version, sent } satisfies DraftRecord);
  });
  return actor;
}

function recordIn(tab: Tab, name: string): DraftRecord | null {
  const kept = tab.read(name);
  if (!fits({ body: {}, sent: true }, kept)) return null;
  const { body, version, sent } = kept as DraftRecord;
  return { body, version: typeof version === 'number' ? version : null, sent };
}
