/** A link to the answer to a question. It opens in a new tab, so that typed values are kept. */
import type { ReactNode } from 'react';
import './answer-link.css';

export function AnswerLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="answer-link" href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
