/** The active states as an indented tree; what was entered last is highlighted for a moment. */
import type { CSSProperties } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import type { Watched } from './model.ts';
import { invokedName } from './names.ts';
import { activeStates } from './states.ts';
import './inspector.css';

export function States({ machine, snapshot }: { machine: Watched; snapshot: AnyMachineSnapshot }) {
  const latest = machine.happenings[0]?.id;
  const running = Object.entries<{ getSnapshot(): { status: string } } | undefined>(snapshot.children)
    .filter(([, child]) => child?.getSnapshot().status === 'active')
    .map(([id]) => invokedName(id, snapshot.machine));
  return (
    <section className="inspector-section">
      <h2 className="inspector-title">
        State
        {snapshot.status !== 'active' && <span className="inspector-tag">{snapshot.status}</span>}
      </h2>
      <ul className="inspector-list">
        {activeStates(snapshot).map(({ path, name, depth, tags }) => {
          const entered = machine.entered.get(path);
          return (
            // With another key the highlight begins anew.
            <li
              key={`${path} ${entered}`}
              className="inspector-state"
              data-new={entered === latest}
              style={{ '--depth': depth } as CSSProperties}
            >
              <code>{name}</code>
              {tags.map((tag) => (
                <span key={tag} className="inspector-tag">
                  {tag}
                </span>
              ))}
            </li>
          );
        })}
      </ul>
      {running.length > 0 && (
        <p className="inspector-soft">
          running <code>{running.join(', ')}</code>
        </p>
      )}
    </section>
  );
}
