/** Links that look like buttons. */
import type { MouseEventHandler, ReactNode } from 'react';
import type { ButtonProps } from './button.tsx';
import './button.css';

export type ButtonLinkProps = {
  href: string;
  kind?: ButtonProps['kind'];
  away?: boolean;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  children: ReactNode;
};

/** A link that looks like a button; `away` opens another site in a new tab, without a referrer or opener. */
export function ButtonLink({ href, kind = 'primary', away = false, onClick, children }: ButtonLinkProps) {
  return (
    <a
      className={`button button-${kind}`}
      href={href}
      onClick={onClick}
      {...(away && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      <span className="button-label">{children}</span>
    </a>
  );
}
