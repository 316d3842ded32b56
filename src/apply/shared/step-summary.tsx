/** Shows the summary of a step: beside its cards if there is room, else after them. */
import type { ReactNode } from 'react';
import './step-side.css';

export const StepSummary = ({ children }: { children: ReactNode }) => (
  <div className="step-side">
    <div className="step-side-content">{children}</div>
  </div>
);
