/** Names and their values; a name without a value is left out. */
import type { ReactNode } from 'react';
import { t } from '../i18n/i18n.tsx';
import type { MessageId } from '../../locales/index.ts';
import './fact-list.css';

/** `values` are those of the name's message. */
export type Fact = readonly [name: MessageId, value: ReactNode, values?: Record<string, number>];

export const FactList = ({ className, facts }: { className: string; facts: readonly Fact[] }) => (
  <dl className={`fact-list ${className}`}>
    {facts.map(
      ([name, value, values]) =>
        value && (
          <div key={name}>
            <dt>{t(name, values)}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
