/** The last things that happened, the newest on top, and the way there in words. */
import { useState } from 'react';
import type { Happening, Watched } from './model.ts';
import type { Change } from './states.ts';
import './inspector.css';

export function Happenings({ machine: { happenings, path } }: { machine: Watched }) {
  return (
    <section className="inspector-section">
      <div className="inspector-head">
        <h2 className="inspector-title">Happened</h2>
        <CopyPath path={path} />
      </div>
      <ol className="inspector-list">
        {happenings.map((one) => (
          <Line key={one.id} happening={one} />
        ))}
      </ol>
    </section>
  );
}

function CopyPath({ path }: { path: readonly string[] }) {
  const [copied, setCopied] = useState<readonly string[] | null>(null);
  const copy = () => {
    navigator.clipboard.writeText(path.join(' → ')).then(
      () => setCopied(path),
      () => setCopied(null),
    );
  };
  return (
    <button type="button" className="inspector-button" disabled={path.length === 0} onClick={copy}>
      {copied === path ? 'Copied' : 'Copy path'}
    </button>
  );
}

function Line({ happening }: { happening: Happening }) {
  const { at, times, label, changes, guards, refusedBy, taken, context } = happening;
  const isStill = changes.length === 0;
  return (
    <li className="inspector-line" data-taken={taken}>
      <div className="inspector-head">
        <span>
          <code className="inspector-name">{label}</code>
          {times > 1 && ` ×${times}`}
        </span>
        <time className="inspector-soft">{timeOf(at)}</time>
      </div>
      {changes.map((change) => (
        <ChangeText key={change.at} change={change} />
      ))}
      <div className="inspector-facts inspector-soft">
        {isStill && <span>{taken ? 'no other state' : 'not taken'}</span>}
        <Names mark="✓" names={guards} />
        <Names mark="✗" names={refusedBy} />
        <Names mark="changed" names={context} />
      </div>
    </li>
  );
}

function ChangeText({ change: { at, from, to } }: { change: Change }) {
  return (
    <div>
      {at && <code className="inspector-soft">{at} </code>}
      {from !== null && <code>{from}</code>} → <code>{to}</code>
    </div>
  );
}

function Names({ mark, names }: { mark: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <span>
      {mark} <code>{names.join(', ')}</code>
    </span>
  );
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString('en-GB');
}
