/** A titled group of fields or facts. */
import { type ReactNode, useId } from 'react';
import './card.css';

export type CardProps = {
  title?: ReactNode;
  /** Actions on the whole card, at the end of its heading. */
  actions?: ReactNode;
  level?: 2 | 3;
  children: ReactNode;
};

export function Card({ title, actions, level = 2, children }: CardProps) {
  const titleId = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className="card" aria-labelledby={title ? titleId : undefined}>
      {title && (
        <div className="card-head">
          <Heading id={titleId}>{title}</Heading>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
