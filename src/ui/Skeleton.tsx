/** The shape of what is being fetched, so that the page does not jump when it comes. */
import type { ReactNode } from 'react';
import './skeleton.css';

/** `label` is what screen readers hear meanwhile; `fields` how many labelled inputs to hint at. */
export function Skeleton({ label, fields = 3 }: { label: ReactNode; fields?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">{label}</span>
      {Array.from({ length: fields }, (_, index) => (
        <span key={index} className="skeleton-field" aria-hidden="true" />
      ))}
    </div>
  );
}
