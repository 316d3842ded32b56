/** A confirmation that replaces a submitted form and takes the focus, which the removed button had. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '../ui/card.tsx';

export function SubmissionConfirmation({ title, children }: { title?: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status">
      <Card title={title}>{children}</Card>
    </div>
  );
}
