/** A title that opens and closes what belongs to it. */
import { type ReactNode, useState } from 'react';
import './disclosure.css';

interface DisclosureProps {
  title: ReactNode;
  /** Later values have no effect, because the browser owns whether it is open. */
  startsOpen?: boolean;
  children: ReactNode;
}

export function Disclosure({ title, startsOpen = false, children }: DisclosureProps) {
  const [open] = useState(startsOpen);
  return (
    <details className="disclosure" open={open}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
