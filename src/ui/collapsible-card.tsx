/** A card that can be collapsed to its title and one line. The browser owns whether it is open, also for find in page. */
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { CheckIcon, ChevronIcon } from './icons.tsx';
import './card.css';
import './collapsible-card.css';

export interface CollapsibleCardProps {
  /** The id of the `details` element, for `openCard` and `collapseCard`. */
  id: string;
  title: ReactNode;
  /** The progress of the card's content, shown beside the title. */
  state?: ReactNode;
  /** A one-line summary of the content, visible while the card is collapsed. */
  summary?: ReactNode;
  /** The initial state; later values are ignored. */
  startsOpen: boolean;
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
  /** The buttons at the end of the content. */
  actions?: ReactNode;
  children: ReactNode;
}

export function CollapsibleCard(props: CollapsibleCardProps) {
  const titleId = useId();
  const [startsOpen] = useState(props.startsOpen);
  return (
    <section className="card" aria-labelledby={titleId}>
      <details id={props.id} className="collapsible" open={startsOpen} onKeyDown={props.onKeyDown}>
        <summary className="collapsible-head">
          <h2 id={titleId}>{props.title}</h2>
          <CardState>{props.state}</CardState>
          <ChevronIcon />
          {props.summary && (
            <span className="collapsible-summary text-muted text-small">{props.summary}</span>
          )}
        </summary>
        <div className="collapsible-content stack">
          {props.children}
          {props.actions && <div>{props.actions}</div>}
        </div>
      </details>
    </section>
  );
}

/** Shows the progress of a card at the end of its heading. */
export const CardState = ({ children }: { children: ReactNode }) => (
  <span className="collapsible-state text-muted text-small">{children}</span>
);

/** The tick of a complete card; it draws itself if the card has become complete on this page. */
export const CompleteTick = ({ isDrawn }: { isDrawn: boolean }) => (
  <span className="collapsible-tick" data-drawn={isDrawn || undefined}>
    <CheckIcon />
  </span>
);

const detailsOf = (id: string): HTMLDetailsElement | null => {
  const element = document.getElementById(id);
  return element instanceof HTMLDetailsElement ? element : null;
};

/** Opens a card and focuses its head at the top of the window, so that what follows is in sight. */
export function openCard(id: string): void {
  const details = detailsOf(id);
  if (!details) return;
  details.open = true;
  const head = details.querySelector('summary');
  head?.focus({ preventScroll: true });
  head?.scrollIntoView({ block: 'start' });
}

export function collapseCard(id: string): void {
  const details = detailsOf(id);
  if (details) details.open = false;
}

/**
 * Collapses a card while another element keeps its position in the window, under a finger or a caret. The card stays
 * open if the page cannot scroll far enough.
 */
export function collapseCardInPlace(id: string, fixed: HTMLElement): void {
  const details = detailsOf(id);
  if (!details?.open) return;
  const top = () => fixed.getBoundingClientRect().top;
  const [before, scrolled] = [top(), window.scrollY];
  details.open = false;
  window.scrollBy(0, top() - before);
  if (Math.abs(top() - before) < 1) return;
  details.open = true;
  window.scrollTo(0, scrolled);
}
