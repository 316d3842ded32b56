/** What is wrong on this page, on top of it: takes the focus when it comes and leads to each field. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { AlertIcon } from './icons.tsx';
import './summary.css';

export type SummaryItem = {
  /** The id of the control that the entry leads to. */
  id: string;
  message: ReactNode;
  /** In place of focusing the control, where it may stand on another page. */
  onFollow?: (() => void) | undefined;
};

/** `round` counts the failed attempts: each new one takes the focus again. */
export function ErrorSummary(props: { title: ReactNode; items: readonly SummaryItem[]; round: number }) {
  const { title, items, round } = props;
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (round === 0) return;
    // A long list would be scrolled to its middle, past its title.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [round]);
  return (
    <div className="summary" role="group" tabIndex={-1} ref={box} aria-labelledby={titleId}>
      <h2 className="summary-title" id={titleId}>
        <AlertIcon /> {title}
      </h2>
      <SummaryLinks items={items} />
    </div>
  );
}

/** Links to controls that leave the address alone, since the address belongs to the wizard. */
function SummaryLinks({ items }: { items: readonly SummaryItem[] }) {
  return (
    <ul className="summary-links">
      {items.map((item) => (
        <li key={item.id}>
          <a
            href={`#${item.id}`}
            onClick={(event) => {
              event.preventDefault();
              if (item.onFollow) item.onFollow();
              else focusField(item.id);
            }}
          >
            {item.message}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Brings a control into sight with its label, and focuses it. */
export function focusField(id: string): void {
  const control = document.getElementById(id);
  (control?.closest('.field') ?? control)?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
