/** Links that look like buttons. */
import type { ReactNode } from 'react';
import type { ButtonProps } from './Button.tsx';
import './button.css';

export type ButtonLinkProps = {
  href: string;
  kind?: ButtonProps['kind'];
  away?: boolean;
  children: ReactNode;
};

/** A link that looks like a button; `away` opens another site in a new tab, without a referrer or opener. */
export function ButtonLink({ href, kind = 'primary', away = false, children }: ButtonLinkProps) {
  return (
    <a
      className={`button button-${kind}`}
      href={href}
      {...(away && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      <span className="button-label">{children}</span>
    </a>
  );
}
