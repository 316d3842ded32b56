/** A placeholder as high as the content that is loading, so that the layout does not shift. */
import type { ReactNode } from 'react';
import './skeleton.css';

/** `label` is what screen readers hear meanwhile; `fields` how many labelled inputs to hint at. */
export function Skeleton({ label, fields = 3 }: { label: ReactNode; fields?: number }) {
  return (
    <div className="skeleton" role="status" style={{ height: `${fields * 6.25}rem` }}>
      <span className="visually-hidden">{label}</span>
    </div>
  );
}

/** A placeholder in the shape of the rows or the cards that are loading. */
interface ListSkeletonProps {
  /** The text for screen readers during loading. */
  label: ReactNode;
  shape: 'rows' | 'cards';
  count: number;
}

/** The height of one, with the space after it, in rem; as in the style sheet. */
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
