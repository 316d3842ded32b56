/** A title that opens and closes what belongs to it. */
import { type ReactNode, useState } from 'react';
import { ChevronIcon } from './icons.tsx';
import './disclosure.css';

interface DisclosureProps {
  /** The id of the `details` element, for `collapseCard`. */
  id?: string;
  title: ReactNode;
  /** The initial state; later values have no effect, because the browser keeps the state. */
  startsOpen?: boolean;
  children: ReactNode;
}

export function Disclosure({ id, title, startsOpen = false, children }: DisclosureProps) {
  const [open] = useState(startsOpen);
  return (
    <details id={id} className="disclosure" open={open}>
      <summary>
        <span>{title}</span>
        <ChevronIcon />
      </summary>
      <div>{children}</div>
    </details>
  );
}
