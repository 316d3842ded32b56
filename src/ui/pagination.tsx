/** Shows the current page of a list, and buttons to the previous and the next one. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import './pagination.css';

export type PaginationProps = {
  /** The name of the navigation. */
  label: string;
  /** The range of the list that is shown; it is announced when it changes. */
  summary?: ReactNode;
  /** The page number, starting at 1; a list of one page has no buttons. */
  page: number;
  pages: number;
  /** The page over the total pages, such as '2 / 3'. */
  position: ReactNode;
  previous: ReactNode;
  next: ReactNode;
  onPage: (page: number) => void;
};

export function Pagination(props: PaginationProps) {
  const { label, summary, page, pages, position, previous, next, onPage } = props;
  const go = (to: number) => {
    onPage(to);
    window.scrollTo(0, 0);
  };
  return (
    <nav className="pagination row-between" aria-label={label}>
      <p className="text-muted" role="status">
        {summary}
      </p>
      {pages > 1 && (
        <div className="pagination-buttons cluster">
          <Button disabled={page <= 1} onPress={() => go(page - 1)}>
            {previous}
          </Button>
          <span className="text-muted number">{position}</span>
          <Button disabled={page >= pages} onPress={() => go(page + 1)}>
            {next}
          </Button>
        </div>
      )}
    </nav>
  );
}
