/** A placeholder in the shape of the rows or the cards that are loading. */
import type { ReactNode } from 'react';
import './list-skeleton.css';

export interface ListSkeletonProps {
  /** What screen readers hear meanwhile. */
  label: ReactNode;
  shape: 'rows' | 'cards';
  count: number;
}

/** Of one, with the space after it, in rem; as in the style sheet. */
const heights = { rows: 2.75, cards: 10.5 };

export function ListSkeleton({ label, shape, count }: ListSkeletonProps) {
  return (
    <div
      className="list-skeleton"
      data-shape={shape}
      role="status"
      style={{ height: `${count * heights[shape]}rem` }}
    >
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
