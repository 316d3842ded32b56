/** What the panel knows of the running machines, made from what XState tells of them. Pure, so that tests can hold it. */
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type InspectionEvent,
  isMachineSnapshot,
} from 'xstate';
import { eventLabel, guardName, writtenGuard } from './names.ts';
import { candidatesFor } from './possible.ts';
import { activeStates, type Change, changesBetween } from './states.ts';

/** Something that happened to a machine: an event, and all that followed from it at once. */
export interface Happening {
  id: number;
  /** In milliseconds; of several alike, the last one's. */
  at: number;
  /** How often it happened, one directly after the other: typing is many events that change nothing of note. */
  times: number;
  label: string;
  changes: readonly Change[];
  /** The guards that let it through. */
  guards: readonly string[];
  /** The guards that refused it, where none let it through. */
  refusedBy: readonly string[];
  /** False where no state took it. */
  taken: boolean;
  /** The members of the context that are others than before. */
  context: readonly string[];
}

export interface Watched {
  /** XState's session id. */
  id: string;
  name: string;
  status: AnyMachineSnapshot['status'];
  /** Null until the machine is started. */
  snapshot: AnyMachineSnapshot | null;
  /** The newest first, and no more than `kept`. */
  happenings: readonly Happening[];
  /** The types of all events that were taken, the oldest first. */
  path: readonly string[];
  /** The path of each active state → the happening that entered it. */
  entered: ReadonlyMap<string, number>;
  /** What is known of the event that the machine is working on. */
  steps: { taken: boolean; guards: readonly string[] };
}

export interface Model {
  watched: readonly Watched[];
  /** The id of the last happening. */
  last: number;
}

export const kept = 30;

export const nothingSeen: Model = { watched: [], last: 0 };

const noSteps: Watched['steps'] = { taken: false, guards: [] };

/** The model once `event` was told of; `now` in milliseconds. */
export function seen(model: Model, event: InspectionEvent, now: number): Model {
  if (event.type === '@xstate.microstep') {
    const guards = event._transitions
      .map(writtenGuard)
      .filter((guard) => guard !== undefined)
      .map(guardName);
    return change(model, event, ({ steps, ...one }) => ({
      ...one,
      steps: {
        taken: steps.taken || event._transitions.length > 0,
        guards: [...new Set([...steps.guards, ...guards])],
      },
    }));
  }
  if (event.type !== '@xstate.snapshot') return model;
  const { snapshot } = event;
  if (!isMachineSnapshot(snapshot)) return model;
  const id = model.last + 1;
  return change({ ...model, last: id }, event, (one) => arrived(one, event.event, snapshot, id, now));
}

/** Promises and the like are no machines, and are only told of by what they answer. */
function change(
  model: Model,
  { actorRef, snapshot }: Extract<InspectionEvent, { snapshot: unknown }>,
  next: (one: Watched) => Watched,
): Model {
  if (!isMachineSnapshot(snapshot)) return model;
  const { sessionId: id } = actorRef;
  const known = model.watched.find((one) => one.id === id);
  if (known) {
    return { ...model, watched: model.watched.map((one) => (one === known ? next(known) : one)) };
  }
  const own = 'id' in actorRef && actorRef.id !== id ? String(actorRef.id) : snapshot.machine.id;
  // A machine takes the place of one that has ended, or was made by a rendering that React gave up.
  const others = model.watched.filter((one) => one.name !== own || isRunning(one));
  const alike = others.filter(({ name }) => name === own || name.startsWith(`${own} `)).length;
  const first: Watched = {
    id,
    name: alike > 0 ? `${own} ${alike + 1}` : own,
    status: 'active',
    snapshot: null,
    happenings: [],
    path: [],
    entered: new Map(),
    steps: noSteps,
  };
  return { ...model, watched: [...others, next(first)] };
}

const isRunning = ({ status, snapshot }: Watched) => status === 'active' && snapshot !== null;

const ownTypes = ['xstate.init', 'xstate.stop'];

function arrived(
  before: Watched,
  event: AnyEventObject,
  snapshot: AnyMachineSnapshot,
  id: number,
  now: number,
): Watched {
  const { type } = event;
  const { taken, guards } = ownTypes.includes(type) ? { ...before.steps, taken: true } : before.steps;
  const happening: Happening = {
    id,
    at: now,
    times: 1,
    label: eventLabel(event, snapshot.machine),
    changes: changesBetween(before.snapshot?.value ?? null, snapshot.value),
    guards,
    refusedBy: taken || !before.snapshot ? [] : guardsAsked(before.snapshot, event),
    taken,
    context: before.snapshot ? changedMembers(before.snapshot.context, snapshot.context) : [],
  };
  return {
    ...before,
    status: snapshot.status,
    snapshot,
    happenings: withNewest(happening, before.happenings),
    path: taken && !ownTypes.includes(type) ? [...before.path, type] : before.path,
    entered: new Map(activeStates(snapshot).map(({ path }) => [path, before.entered.get(path) ?? id])),
    steps: noSteps,
  };
}

function withNewest(newest: Happening, others: readonly Happening[]): readonly Happening[] {
  const [last, ...rest] = others;
  if (last && newest.changes.length === 0 && essence(last) === essence(newest))
    return [{ ...newest, times: last.times + 1 }, ...rest];
  return [newest, ...others].slice(0, kept);
}

const essence = ({ label, changes, guards, refusedBy, taken, context }: Happening) =>
  JSON.stringify([label, changes, guards, refusedBy, taken, context]);

function guardsAsked(snapshot: AnyMachineSnapshot, { type, to }: AnyEventObject): string[] {
  return candidatesFor(snapshot, type)
    .filter(({ target }) => type !== 'xstate.route' || target?.some(({ id }) => `#${id}` === to))
    .map((candidate) => guardName(writtenGuard(candidate)));
}

type Members = Record<string, unknown>;

function changedMembers(before: Members, after: Members): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => !Object.is(before[name], after[name]));
}
