/** What the panel shows, reduced from XState's inspection events. Pure. */
import {
  type ActorRefLike,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type InspectionEvent,
  isMachineSnapshot,
  type StateValue,
} from 'xstate';

export interface InspectedMachine {
  /** XState's session id. */
  id: string;
  name: string;
  snapshot: AnyMachineSnapshot;
}

export interface LogEntry {
  id: number;
  /** In milliseconds since 1970; of a repeated event, its last time. */
  at: number;
  /** How often it came in a row: each typed letter is an event. */
  count: number;
  machine: string;
  event: string;
  /** False where no transition took the event. */
  isTaken: boolean;
  /** The paths of the innermost states that were entered; empty where the state is the same as before. */
  entered: readonly string[];
  /** The keys of the context that have another value than before. */
  changedKeys: readonly string[];
}

export interface InspectorModel {
  /** From their start until they are stopped; a finished one, until another takes its name. */
  machines: readonly InspectedMachine[];
  /** The newest first, at most `logLength`. */
  log: readonly LogEntry[];
}

export const logLength = 50;

export const emptyModel: InspectorModel = { machines: [], log: [] };

/** The model after an inspection event; `now` in milliseconds since 1970. */
export function reduceInspection(model: InspectorModel, inspected: InspectionEvent, now: number) {
  if (inspected.type !== '@xstate.snapshot' || !isMachineSnapshot(inspected.snapshot)) return model;
  const { actorRef, event, snapshot } = inspected;
  const { sessionId: id } = actorRef;
  const before = model.machines.find((machine) => machine.id === id);
  const machine = { id, snapshot, name: before?.name ?? newName(model, actorRef, snapshot) };
  const listed = before
    ? model.machines.map((other) => (other === before ? machine : other))
    : [...model.machines.filter(({ name }) => name !== machine.name), machine];
  return {
    machines: listed.filter((one) => one.snapshot.status !== 'stopped'),
    log: prepend(model.log, {
      id: (model.log[0]?.id ?? 0) + 1,
      at: now,
      count: 1,
      machine: machine.name,
      event: eventName(event),
      // A transition that only runs actions keeps the snapshot; ask whether there was one.
      isTaken: snapshot !== before?.snapshot || before.snapshot.can(event),
      entered: leafStates(snapshot.value).filter(
        (path) => !before || !leafStates(before.snapshot.value).includes(path),
      ),
      changedKeys: before ? changedKeys(before.snapshot.context, snapshot.context) : [],
    }),
  };
}

function newName({ machines }: InspectorModel, actorRef: ActorRefLike, { machine }: AnyMachineSnapshot) {
  const { sessionId } = actorRef;
  // XState takes the session's id for the id of an actor without one.
  const name = 'id' in actorRef && actorRef.id !== sessionId ? withoutUuid(String(actorRef.id)) : machine.id;
  const isUsed = machines.some((other) => other.name === name && other.snapshot.status === 'active');
  return isUsed ? `${name} ${sessionId}` : name;
}

/** `draft.d649f925-cb04-460d-b26b-67f4a96b1f20.students` → `draft.students`. */
export function withoutUuid(id: string): string {
  return id.replace(/\.[\da-f-]{36}/, '');
}

function prepend([newest, ...older]: readonly LogEntry[], entry: LogEntry): LogEntry[] {
  if (!newest) return [entry];
  const { id, count } = newest;
  const isRepeated = JSON.stringify({ ...entry, id, count, at: newest.at }) === JSON.stringify(newest);
  if (isRepeated && entry.entered.length === 0) return [{ ...entry, count: count + 1 }, ...older];
  return [entry, newest, ...older].slice(0, logLength);
}

function changedKeys(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys(after).filter((key) => !Object.is(before[key], after[key]));
}

/** `{ entry: { typing: 'fresh' }, pause: 'over' }` → `entry.typing.fresh`, `pause.over`. */
export function leafStates(value: StateValue): string[] {
  if (typeof value === 'string') return [value];
  return Object.entries(value).flatMap(([key, inner = {}]) => {
    const leaves = leafStates(inner);
    return leaves.length > 0 ? leaves.map((leaf) => `${key}.${leaf}`) : [key];
  });
}

/** The event's type, and of a route its target. Nothing else: an event may carry what people typed. */
function eventName({ type, to }: AnyEventObject): string {
  return type === 'xstate.route' ? `route ${String(to)}` : type.replace(/^xstate\./, '');
}

/** The events that the machine would take now; with ` ?` where a guard depends on what the event carries. */
export function possibleEvents(snapshot: AnyMachineSnapshot): string[] {
  const { root, events } = snapshot.machine;
  const routes = (root.transitions.get('xstate.route') ?? []).flatMap(({ target = [] }) => target);
  const candidates: AnyEventObject[] = [
    ...events.filter((type) => type !== 'xstate.route').map((type) => ({ type })),
    ...routes.map(({ id }) => ({ type: 'xstate.route', to: `#${id}` })),
  ];
  return candidates.flatMap((event) => {
    try {
      return snapshot.status === 'active' && snapshot.can(withoutPayload(event)) ? [eventName(event)] : [];
    } catch {
      return [`${eventName(event)} ?`];
    }
  });
}

/** To read anything of it that `event` does not have throws. */
function withoutPayload(event: AnyEventObject): AnyEventObject {
  return new Proxy(event, {
    get(_, key: string) {
      if (key in event) return event[key] as unknown;
      throw new Error(`No ${key}`);
    },
  });
}

/** The keys of a context with the kinds of their values. The values are not shown: they may be personal. */
export function kindsIn(context: object = {}): string[] {
  return Object.entries<unknown>({ ...context }).map(([key, value]) => {
    const kind = Array.isArray(value) ? `list of ${value.length}` : value === null ? 'null' : typeof value;
    return `${key}: ${kind}`;
  });
}
