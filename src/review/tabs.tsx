/** The parts of a list of the desk as tabs, with how many are in each. */
import type { ReactNode } from 'react';
import { limits } from '../../domain/values/limits.ts';
import { pageTitleId } from '../ui/page.tsx';
import { Pill } from '../ui/pill.tsx';
import './tabs.css';

export interface DeskTab {
  id: string;
  href: string;
  label: ReactNode;
  /** Null until it is known. */
  count: number | null;
  /** True if a count above zero requires action. */
  isWaiting: boolean;
}

export function DeskTabs(props: { label: string; current: string | undefined; tabs: readonly DeskTab[] }) {
  return (
    <nav className="desk-tabs" aria-label={props.label}>
      <ul className="desk-tab-list">
        {props.tabs.map(({ id, href, label, count, isWaiting }) => (
          <li key={id}>
            <a href={href} className="desk-tab" aria-current={id === props.current ? 'page' : undefined}>
              {label}
              <Pill tone={isWaiting && count !== 0 ? 'waiting' : undefined}>
                {count === null ? '…' : countText(count)}
              </Pill>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface DeskListHeadProps {
  title: ReactNode;
  tabs: ReactNode;
  /** The content beside the tabs. */
  children: ReactNode;
}

export const DeskListHead = ({ title, tabs, children }: DeskListHeadProps) => (
  <>
    <h1 id={pageTitleId} tabIndex={-1} className="desk-list-title">
      {title}
    </h1>
    <div className="desk-list-head">
      {tabs}
      {children}
    </div>
  </>
);

/** Formats a count; the server counts no further than the limit. */
export const countText = (count: number): string =>
  count < limits.queueCounted ? String(count) : `${limits.queueCounted}+`;
