/** What became of a message to support, in a word. */
import type { ReactNode } from 'react';
import './state-badge.css';

export interface StateBadgeProps {
  state: 'open' | 'answered' | 'closed' | 'overdue' | 'resolved' | 'rejected';
  children: ReactNode;
}

export const StateBadge = ({ state, children }: StateBadgeProps) => (
  <p className="contact-state" data-state={state}>
    {children}
  </p>
);
