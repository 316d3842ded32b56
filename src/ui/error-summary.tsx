/** The list of errors on top of a form: focused when it appears, with a link to each field. */
import { type ComponentType, type ReactNode, useEffect, useId, useRef } from 'react';
import { AlertIcon } from './icons.tsx';
import './error-summary.css';

export type SummaryItem = {
  /** The id of the control that the entry leads to. */
  id: string;
  message: ReactNode;
  /** Replaces focusing the control, if it may be on another page. */
  onFollow?: (() => void) | undefined;
};

export interface SummaryListProps {
  items: readonly SummaryItem[];
}

interface ErrorSummaryProps extends SummaryListProps {
  title: ReactNode;
  /** Counts failed submits: each new one focuses the summary again. */
  attempt: number;
  /** Shows the items in another way than as one list of links. */
  list?: ComponentType<SummaryListProps> | undefined;
}

export function ErrorSummary({ title, items, attempt, list: List = SummaryLinks }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (attempt === 0) return;
    // Focusing would scroll to the middle of a long list.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [attempt]);
  return (
    <div className="error-summary stack-s3" role="group" tabIndex={-1} ref={box} aria-labelledby={titleId}>
      <h2 className="error-summary-title" id={titleId}>
        <AlertIcon /> {title}
      </h2>
      <List items={items} />
    </div>
  );
}

/** Links that focus their control without changing the address, which the wizard controls. */
export function SummaryLinks({ items }: SummaryListProps) {
  return (
    <ul className="error-summary-links">
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

/** Brings a control into sight with its label, opens what it is collapsed in, and focuses it. */
export function focusField(id: string): void {
  const control = document.getElementById(id);
  openAncestorDetails(control);
  (control?.closest('.field') ?? control)?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}

/** Opens the collapsed `<details>` that an element is in: what is in there can have no focus. */
export function openAncestorDetails(element: Element | null): void {
  for (let closed = element?.closest('details:not([open])'); closed;) {
    (closed as HTMLDetailsElement).open = true;
    closed = closed.parentElement?.closest('details:not([open])');
  }
}
