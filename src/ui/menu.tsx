/** A menu that a narrow screen collapses behind a button; Escape and losing the focus close it. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { MenuIcon } from './icons.tsx';
import './menu.css';

/** A row of links and controls, below which its menu opens. */
export const MenuBar = ({ children }: { children: ReactNode }) => (
  <span className="menu-bar">{children}</span>
);

/**
 * The page whose menu is open, by its path. A page changes its whole screen once its session is known, and the menu that
 * was opened before stays open.
 */
let openOn: string | null = null;

/** Lays out its content as a column, by the custom properties `--menu-…`. A page has one menu. */
export function Menu(props: { icon?: ReactNode; label: ReactNode; children: ReactNode }) {
  const { icon = <MenuIcon />, label, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (details.current && openOn === location.pathname) details.current.open = true;
    return () => {
      if (openOn !== location.pathname) openOn = null;
    };
  }, []);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !details.current?.open) return;
    details.current.open = false;
    summary.current?.focus();
  };
  return (
    <details
      ref={details}
      onToggle={({ currentTarget }) => (openOn = currentTarget.open ? location.pathname : null)}
      onKeyDown={closeOnEscape}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      <summary className="menu-summary icon-line text-small" ref={summary}>
        {icon}
        {label}
      </summary>
      <div className="menu-panel">{children}</div>
    </details>
  );
}
