/** What a step comes to: beside its cards where there is room, else after them. */
import type { ReactNode } from 'react';
import './step-side.css';

export const StepSummary = ({ children }: { children: ReactNode }) => (
  <div className="step-side">
    <div className="step-side-content">{children}</div>
  </div>
);
