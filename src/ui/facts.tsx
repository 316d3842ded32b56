/** A description list of names and values, one per line. */
import type { ReactNode } from 'react';
import './facts.css';

export type FactsProps = {
  facts: readonly { id: string; name: ReactNode; value: ReactNode; strong?: boolean }[];
  /** The values have many words: on a phone each stands below its name. */
  stacked?: boolean;
};

export function Facts({ facts, stacked = false }: FactsProps) {
  return (
    <dl className={stacked ? 'facts facts-stacked' : 'facts'}>
      {facts.map((fact) => (
        <div key={fact.id} className={fact.strong ? 'fact fact-strong' : 'fact'}>
          <dt>{fact.name}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
