/** The panel: which machine, its states, what can happen to it, what happened, and what it remembers. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Context } from './Context.tsx';
import { Happenings } from './Happenings.tsx';
import type { Watched } from './model.ts';
import { Possibilities } from './Possibilities.tsx';
import { States } from './States.tsx';
import { valueName } from './states.ts';
import type { InspectorStore } from './store.ts';
import './inspector.css';

export interface PanelProps {
  store: InspectorStore;
  /** Whether it begins as a bar. */
  folded: boolean;
  onFold: (folded: boolean) => void;
}

export function Panel({ store, folded, onFold }: PanelProps) {
  const { watched } = useSyncExternalStore(store.subscribe, store.get, store.get);
  const [isFolded, setFolded] = useState(folded);
  // By its name, so that a machine that is started anew is shown again.
  const [chosen, choose] = useState<string | null>(null);
  const started = watched.filter(({ snapshot }) => snapshot !== null);
  const shown = started.find(({ name }) => name === chosen) ?? started[0];

  useEffect(() => {
    // The app makes room: inspector.css.
    document.documentElement.dataset.inspector = isFolded ? 'folded' : 'open';
    onFold(isFolded);
  }, [isFolded, onFold]);

  return (
    <aside className="inspector" lang="en" aria-label="Machines">
      <button
        type="button"
        className="inspector-bar"
        aria-expanded={!isFolded}
        onClick={() => setFolded(!isFolded)}
      >
        <span className="inspector-chevron" aria-hidden="true" />
        <span className="inspector-bar-title">{isFolded ? (shown?.name ?? 'Machines') : 'Machines'}</span>
        {isFolded && shown?.snapshot && <code>{valueName(shown.snapshot.value)}</code>}
      </button>
      {!isFolded && (
        <div className="inspector-body">
          <Machines all={started} shown={shown} onChoose={choose} />
          {shown?.snapshot && (
            <>
              <States machine={shown} snapshot={shown.snapshot} />
              <Possibilities snapshot={shown.snapshot} />
              <Happenings machine={shown} />
              <Context context={shown.snapshot.context} />
            </>
          )}
        </div>
      )}
    </aside>
  );
}

function Machines({
  all,
  shown,
  onChoose,
}: {
  all: readonly Watched[];
  shown: Watched | undefined;
  onChoose: (name: string) => void;
}) {
  return (
    <div className="inspector-machines" role="group" aria-label="Which machine">
      {all.map((one) => (
        <button
          key={one.id}
          type="button"
          className="inspector-machine"
          aria-pressed={one === shown}
          data-status={one.status}
          title={one.status}
          onClick={() => onChoose(one.name)}
        >
          {one.name}
        </button>
      ))}
    </div>
  );
}
