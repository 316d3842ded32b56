/** The panel: which machines run; of one, its states, possible events and context; and the newest events of all. */
import { useState } from 'react';
import type { AnyActorRef, AnyMachineSnapshot, AnyStateNode, StateValue } from 'xstate';
import {
  type InspectorModel,
  kindsIn,
  leafStates,
  type LogEntry,
  possibleEvents,
  withoutUuid,
} from './model.ts';
import './inspector.css';

export interface PanelProps {
  model: InspectorModel;
  /** Whether it begins expanded; collapsed, it is a bar. */
  isExpanded: boolean;
}

export function Panel({ model: { machines, log }, isExpanded }: PanelProps) {
  // By its name, so that a machine that is started again is shown again.
  const [chosen, choose] = useState<string | null>(null);
  const shown = machines.find(({ name }) => name === chosen) ?? machines[0];
  return (
    <details className="inspector" lang="en" open={isExpanded}>
      <summary>
        Machines {shown && <code>{[shown.name, ...leafStates(shown.snapshot.value)].join(' ')}</code>}
      </summary>
      <div className="inspector-body">
        <div className="inspector-list" role="group" aria-label="Which machine">
          {machines.map(({ id, name }) => (
            <button key={id} type="button" aria-pressed={name === shown?.name} onClick={() => choose(name)}>
              {name}
            </button>
          ))}
        </div>
        {shown && <Machine snapshot={shown.snapshot} />}
        <h2>Newest events</h2>
        <ol className="inspector-log">
          {log.map((entry) => (
            <LogLine key={entry.id} entry={entry} />
          ))}
        </ol>
        <List title="Context" items={kindsIn(shown?.snapshot.context)} />
      </div>
    </details>
  );
}

function Machine({ snapshot }: { snapshot: AnyMachineSnapshot }) {
  return (
    <>
      <h2>State ({snapshot.status})</h2>
      <StateTree states={snapshot.machine.root.states} value={snapshot.value} />
      <List title="Tags" items={[...snapshot.tags]} />
      <List title="Running actors" items={runningChildren(snapshot)} />
      <List title="Possible events" items={possibleEvents(snapshot)} />
    </>
  );
}

/** The states beside a current one are listed too, but not what is in them. */
function StateTree({ states, value }: { states: AnyStateNode['states']; value: StateValue }) {
  const current: Exclude<StateValue, string> = typeof value === 'string' ? { [value]: {} } : value;
  return (
    <ul className="inspector-tree">
      {Object.values<AnyStateNode>(states).map(({ key, states: inner }) => (
        <li key={key} aria-current={key in current}>
          <code>{key}</code>
          {Object.keys(current[key] ?? {}).length > 0 && (
            <StateTree states={inner} value={current[key] ?? {}} />
          )}
        </li>
      ))}
    </ul>
  );
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul className="inspector-list">
        {items.map((item) => (
          <li key={item}>
            <code>{item}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

function LogLine({ entry }: { entry: LogEntry }) {
  const { at, count, machine, event, isTaken, entered, changedKeys } = entry;
  return (
    <li>
      <time>{new Date(at).toLocaleTimeString('en-GB')}</time> {machine} <code>{event}</code>
      {count > 1 && ` ×${count}`}
      {!isTaken && <strong> not taken</strong>}
      {entered.length > 0 && <code> → {entered.join(', ')}</code>}
      {changedKeys.length > 0 && <small> changed {changedKeys.join(', ')}</small>}
    </li>
  );
}

/** An invoked actor without an id of its own (XState numbers it: `0.draft.reading`) is called by its source's name. */
function runningChildren({ children }: AnyMachineSnapshot): string[] {
  const names = Object.values<AnyActorRef | undefined>(children)
    .filter((child) => child?.getSnapshot().status === 'active')
    .map((child) => String(/^\d/.test(child?.id ?? '') ? child?.src : child?.id));
  return [...new Set(names.map(withoutUuid))];
}
