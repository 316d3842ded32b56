/** Suggests values below a field; one press takes a value. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import './suggestions.css';

export interface SuggestionsProps {
  /** The id of the field's control, which has the focus afterwards, and whose label is theirs. */
  fieldId: string;
  items: readonly { value: string; text: string }[];
  onChoose: (value: string) => void;
}

/** Lists suggestions. Tab goes to the next field; ArrowDown enters and moves on, ArrowUp and Escape lead back. */
export function Suggestions({ fieldId, items, onChoose }: SuggestionsProps) {
  const group = useRef<HTMLDivElement>(null);
  const isShown = items.length > 0;
  useEffect(() => {
    const field = isShown && document.getElementById(fieldId);
    if (!field) return;
    const listening = new AbortController();
    field.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        group.current?.querySelector('button')?.focus();
      },
      { signal: listening.signal },
    );
    return () => listening.abort();
  }, [fieldId, isShown]);
  if (!isShown) return null;
  const focusField = () => document.getElementById(fieldId)?.focus();
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const { nextElementSibling: next, previousElementSibling: previous } = event.currentTarget;
    if (/^Arrow(Down|Right)$/.test(event.key)) focusOn(next);
    else if (!/^(Arrow(Up|Left)|Escape)$/.test(event.key)) return;
    else if (previous && event.key !== 'Escape') focusOn(previous);
    else focusField();
    event.preventDefault();
  };
  return (
    <div ref={group} className="suggestions cluster" role="group" aria-labelledby={`${fieldId}-label`}>
      {items.map(({ value, text }) => (
        <button
          key={value}
          type="button"
          className="suggestion"
          tabIndex={-1}
          aria-keyshortcuts="ArrowDown"
          onKeyDown={move}
          // The keyboard of a phone stays open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onChoose(value);
            focusField();
          }}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

const focusOn = (element: Element | null) => element instanceof HTMLElement && element.focus();
