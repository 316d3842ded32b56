/** What the pages of an approved loan share: the loan's id in their address, and what stands in place of their content. */
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type AccountPageName, accountParameter } from '../../../domain/pages/account-pages.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { Polled } from '../../hooks/polling.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Frame } from '../frame.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { t } from '../../i18n/text.tsx';

export function useLoanId(page: AccountPageName): string {
  return accountParameter(page, useLocation().pathname) ?? '';
}

export interface LoanPageProps<T> {
  title: MessageId;
  /** Null where the page needs none. */
  lead: MessageId | null;
  /** What the page shows. */
  polled: Polled<T>;
  /** In place of it where there is none. */
  notFound: ReactNode;
  /** For a table of many columns. */
  wide?: boolean;
  children: (value: T) => ReactNode;
}

export function LoanPage<T>({ title, lead, polled, notFound, wide = false, children }: LoanPageProps<T>) {
  if (polled.status === 'notFound') return notFound;
  return (
    <Frame title={title} lead={lead} wide={wide}>
      {polled.status === 'failed' && <LoadFailed onRetry={polled.retry} />}
      {polled.status === 'loading' && <ListSkeleton label={t('app.loading')} shape="cards" count={3} />}
      {polled.status === 'loaded' && children(polled.value)}
    </Frame>
  );
}
