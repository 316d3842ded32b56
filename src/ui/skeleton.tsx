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
