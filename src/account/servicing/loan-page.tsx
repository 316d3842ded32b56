/** Shared parts of an approved loan's pages: the content that replaces theirs if there is none. */
import type { ReactNode } from 'react';
import type { MessageId } from '../../../locales/index.ts';
import { statusOf } from '../../../machines/outcome.ts';
import { Loaded, type QueryResult } from '../../data/query.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { Frame } from '../frame.tsx';
import { t } from '../../i18n/i18n.tsx';

export interface LoanPageProps<T> {
  title: MessageId;
  /** The text below the title; null if the page needs none. */
  lead: MessageId | null;
  /** The query of the page's content. */
  query: QueryResult<T>;
  /** Replaces the content of a loan that has none. */
  notFound: ReactNode;
  children: (value: T) => ReactNode;
}

export function LoanPage<T>({ title, lead, query, notFound, children }: LoanPageProps<T>) {
  if (query.isLoadingError && statusOf(query.error) === 404) return notFound;
  return (
    <Frame title={title} lead={lead} wide>
      <Loaded query={query} pending={<ListSkeleton label={t('app.loading')} shape="cards" count={3} />}>
        {children}
      </Loaded>
    </Frame>
  );
}
