/** A strip under the page's bar or a note among the cards: offline, what a reviewer asked, what changed. */
import type { ReactNode } from 'react';
import { type SummaryItem, SummaryLinks } from './ErrorSummary.tsx';
import { AlertIcon, OfflineIcon, QueryIcon } from './icons.tsx';
import './banner.css';

export type BannerProps = {
  kind: 'offline' | 'query' | 'notice';
  title: ReactNode;
  children?: ReactNode;
  /** Fields that the banner leads to. */
  links?: readonly SummaryItem[];
};

export function Banner({ kind, title, children, links }: BannerProps) {
  return (
    <div className="banner" data-kind={kind} role={kind === 'query' ? undefined : 'status'}>
      {kind === 'offline' ? <OfflineIcon /> : kind === 'query' ? <QueryIcon /> : <AlertIcon />}
      <div className="banner-body">
        <p className="banner-title">{title}</p>
        {children}
        {links && <SummaryLinks items={links} />}
      </div>
    </div>
  );
}
