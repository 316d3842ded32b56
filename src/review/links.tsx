/** Links inside of the desk: the address changes, and the page does not. */
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

export interface DeskLinkProps {
  href: string;
  className?: string;
  /** Marks the link to where one is. */
  current?: boolean;
  children: ReactNode;
}

export function DeskLink({ href, className, current = false, children }: DeskLinkProps) {
  const { history } = useRouter();
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(href);
  };
  return (
    <a href={href} className={className} aria-current={current ? 'page' : undefined} onClick={go}>
      {children}
    </a>
  );
}
