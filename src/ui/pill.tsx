/** A state in words, coloured by the reaction that it asks for. */
import type { ReactNode } from 'react';
import './pill.css';

/** The tones: action required; in progress elsewhere; ended well; ended badly. */
export type PillTone = 'waiting' | 'running' | 'good' | 'bad';

export const Pill = ({ tone, children }: { tone?: PillTone | undefined; children: ReactNode }) => (
  <span className="pill" data-tone={tone}>
    {children}
  </span>
);
