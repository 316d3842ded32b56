/** What a narrow screen folds away behind a button: closed by Escape, and when the focus leaves it. */
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { MenuIcon } from './icons.tsx';
import './menu.css';

/** A row of links and controls, below which its menu opens. */
export const MenuBar = ({ children }: { children: ReactNode }) => (
  <span className="menu-bar">{children}</span>
);

/** What is in it is a column, by the custom properties `--menu-…`. */
export function Menu(props: { icon?: ReactNode; label: ReactNode; children: ReactNode }) {
  const { icon = <MenuIcon />, label, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !details.current?.open) return;
    details.current.open = false;
    summary.current?.focus();
  };
  return (
    <details
      ref={details}
      onKeyDown={closeOnEscape}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      <summary className="menu-summary" ref={summary}>
        {icon}
        {label}
      </summary>
      <div className="menu-panel">{children}</div>
    </details>
  );
}
