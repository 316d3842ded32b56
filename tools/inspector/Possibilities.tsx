/** Which events can happen now, and where each would lead; what a guard refuses is grey and bears the guard's name. */
import type { AnyMachineSnapshot } from 'xstate';
import { type Choice, possibilities, type Possibility, type Verdict } from './possible.ts';
import './inspector.css';

const meanings: Record<Verdict, { mark: string; title: string }> = {
  open: { mark: '✓', title: 'its guard lets it through' },
  refused: { mark: '✗', title: 'its guard refuses it' },
  depends: { mark: '?', title: 'depends on what the event brings' },
  unreached: { mark: '·', title: 'not asked: one above takes the event' },
};

export function Possibilities({ snapshot }: { snapshot: AnyMachineSnapshot }) {
  const all = snapshot.status === 'active' ? possibilities(snapshot) : [];
  return (
    <section className="inspector-section">
      <h2 className="inspector-title">Can happen now</h2>
      {all.length === 0 && <p className="inspector-soft">Nothing.</p>}
      <ul className="inspector-list">
        {all.map((one) => (
          <Event key={one.type} event={one} />
        ))}
      </ul>
    </section>
  );
}

function Event({ event: { type, label, can, internal, choices } }: { event: Possibility }) {
  const isPlain = choices.every(({ guard }) => guard === null);
  return (
    <li className="inspector-event" data-can={can} data-internal={internal} title={type}>
      <code className="inspector-name">{label}</code>
      {choices.length === 0 && <span className="inspector-target">kept out</span>}
      {isPlain ? (
        choices.map(({ to }) => <Target key={to} to={to} />)
      ) : (
        <ul className="inspector-list">
          {choices.map((choice, at) => (
            <Guarded key={at} choice={choice} isElse={at > 0 && type !== 'xstate.route'} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** @param isElse whether others are asked before it */
function Guarded({ choice: { guard, to, verdict }, isElse }: { choice: Choice; isElse: boolean }) {
  const { mark, title } = meanings[verdict];
  return (
    <li className="inspector-choice" data-verdict={verdict} title={title}>
      <span className="inspector-mark">{mark}</span>
      <span>
        {guard === null ? isElse && 'otherwise' : <code>{guard}</code>} <Target to={to} />
      </span>
    </li>
  );
}

function Target({ to }: { to: string | null }) {
  return (
    <span className="inspector-target">
      {to === null ? (
        'stays'
      ) : (
        <>
          → <code>{to}</code>
        </>
      )}
    </span>
  );
}
