/** The colours of a picture that has no amounts beside it. */
import type { ReactNode } from 'react';
import { ColourKey, type CostPart } from './split-bar.tsx';
import './legend.css';

export interface LegendKey {
  part: CostPart;
  name: ReactNode;
}

/** The legend is hidden from screen readers, like the picture. */
export function Legend({ keys }: { keys: readonly LegendKey[] }) {
  return (
    <p className="legend text-muted text-small" aria-hidden="true">
      {keys.map(({ part, name }) => (
        <span key={part}>
          <ColourKey part={part}>{name}</ColourKey>
        </span>
      ))}
    </p>
  );
}
