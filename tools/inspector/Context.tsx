/** What the machine remembers, folded until somebody looks. It goes nowhere but onto the screen. */
import { type ReactNode, useState } from 'react';
import { textOf } from './text.ts';
import './inspector.css';

export function Context({ context }: { context: Record<string, unknown> }) {
  return (
    <section className="inspector-section">
      <Fold title="Context">
        {Object.entries(context).map(([name, value]) => (
          <Member key={name} name={name} value={value} />
        ))}
      </Fold>
    </section>
  );
}

function Member({ name, value }: { name: string; value: unknown }) {
  const isLong = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isLong) {
    return (
      <div className="inspector-member">
        <code>{name}</code> <code className="inspector-value">{textOf(value)}</code>
      </div>
    );
  }
  return (
    <Fold title={<code>{name}</code>}>
      <pre className="inspector-value">{textOf(value)}</pre>
    </Fold>
  );
}

/** What is folded is not rendered either: a loan is long, and typing changes a draft with every letter. */
function Fold({ title, children }: { title: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="inspector-fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}
