/** A success message that disappears by itself; failures are dialogs. */
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { CheckIcon } from './icons.tsx';
import './toast.css';

/**
 * Stays `forMs` milliseconds, longer while it is pointed at, then calls `onDone` once. `role` is 'alert' if the
 * specification says Alert.
 */
export function Toast(props: {
  children: ReactNode;
  forMs: number;
  onDone: () => void;
  role?: 'status' | 'alert';
}) {
  const { children, forMs, onDone, role = 'status' } = props;
  const [isHovered, setHovered] = useState(false);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (isHovered) return;
    const timer = setTimeout(() => done(), forMs);
    return () => clearTimeout(timer);
  }, [isHovered, forMs]);
  return (
    <div
      className="toast"
      role={role}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <CheckIcon /> <span>{children}</span>
    </div>
  );
}
