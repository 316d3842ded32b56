/** A notice below the page's header or among the cards. */
import type { ReactNode, Ref } from 'react';
import { AlertIcon, CheckIcon, OfflineIcon } from './icons.tsx';
import './banner.css';

export type BannerProps = {
  /** `done`: what went well, and asks for no attention. */
  kind: 'offline' | 'notice' | 'done';
  title?: ReactNode;
  children?: ReactNode;
  /** 'alert' interrupts a screen reader; 'status' waits for it. */
  role?: 'status' | 'alert';
  /** Makes the banner focusable by script. */
  ref?: Ref<HTMLDivElement>;
};

const icons = { offline: <OfflineIcon />, notice: <AlertIcon />, done: <CheckIcon /> };

export function Banner({ kind, title, children, role = 'status', ref }: BannerProps) {
  return (
    <div className="banner" data-kind={kind} role={role} ref={ref} tabIndex={ref ? -1 : undefined}>
      {icons[kind]}
      <div className="banner-body stack-s1">
        {title && <p className="banner-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
