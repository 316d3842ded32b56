/** A strip under the page's bar or a note among the cards: offline, what changed. */
import type { ReactNode } from 'react';
import { AlertIcon, OfflineIcon } from './icons.tsx';
import './banner.css';

export type BannerProps = {
  kind: 'offline' | 'notice';
  title: ReactNode;
  children?: ReactNode;
};

export function Banner({ kind, title, children }: BannerProps) {
  return (
    <div className="banner" data-kind={kind} role="status">
      {kind === 'offline' ? <OfflineIcon /> : <AlertIcon />}
      <div className="banner-body">
        <p className="banner-title">{title}</p>
        {children}
      </div>
    </div>
  );
}
