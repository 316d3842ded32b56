/** A description list of names and values, one per line. */
import type { ReactNode } from 'react';
import './facts.css';

/** A name, its value, and whether it is the total of those above; false if there is none. */
export type Fact = readonly [name: ReactNode, value: ReactNode, kind?: 'total' | false | undefined] | false;

export type FactsProps = {
  facts: readonly Fact[];
  /** The values have many words: they begin beside their names, and on a phone below them. */
  stacked?: boolean;
};

export function Facts({ facts, stacked = false }: FactsProps) {
  return (
    <dl className={stacked ? 'facts facts-stacked' : 'facts'}>
      {facts.map((fact, at) => {
        if (!fact) return null;
        const [name, value, kind] = fact;
        const isTotal = kind === 'total';
        return (
          <div key={at} className={isTotal ? 'fact fact-strong' : 'fact'}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
