/** One group of questions or facts, on its own sheet. */
import { type ReactNode, useId } from 'react';
import './card.css';

export type CardProps = {
  title?: ReactNode;
  /** What can be done with the whole card: at the end of its heading. */
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

/** Names with their figures, one a line: `facts` of a plan, a total. */
export function Facts({
  facts,
}: {
  facts: readonly { id: string; name: ReactNode; value: ReactNode; strong?: boolean }[];
}) {
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact.id} className={fact.strong ? 'fact fact-strong' : 'fact'}>
          <dt>{fact.name}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
