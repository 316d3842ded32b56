/** What a list of the desk shows in place of its table: that it is loading, that it has failed, or that it is empty. */
import type { ReactNode } from 'react';
import type { MessageId } from '../../locales/index.ts';
import { ListSkeleton } from '../ui/skeleton.tsx';
import { t } from '../i18n/i18n.tsx';
import { LoadFailure } from './status-pages.tsx';
import './list-placeholder.css';

export interface ListPlaceholderOptions {
  /** Null until they are loaded. */
  rows: readonly unknown[] | null;
  hasFailed: boolean;
  onRetry: () => void;
  /** What has failed. */
  failed: MessageId;
  loading: MessageId;
  /** Why there are no rows. */
  empty: ReactNode;
}

/** @returns undefined where the table has rows to show */
export function listPlaceholder(options: ListPlaceholderOptions): ReactNode | undefined {
  const { rows, hasFailed, onRetry, failed, loading, empty } = options;
  if (hasFailed) return <LoadFailure title={failed} onRetry={onRetry} />;
  if (rows === null) return <ListSkeleton label={t(loading)} shape="rows" count={8} />;
  return rows.length === 0 ? <div className="list-empty">{empty}</div> : undefined;
}
