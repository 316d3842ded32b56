/** The save status of a draft: it is being saved, is saved, waits in this tab, or can no longer be saved. */
import type { ReactNode } from 'react';
import { CheckIcon, OfflineIcon, QueryIcon } from './icons.tsx';
import './save-status.css';

export type SaveState = 'none' | 'saving' | 'saved' | 'kept' | 'refused';

const pictures = {
  none: null,
  saving: <span className="save-status-dot" aria-hidden="true" />,
  saved: <CheckIcon />,
  kept: <OfflineIcon />,
  refused: <QueryIcon />,
} satisfies Record<SaveState, ReactNode>;

/** A polite live region, present (and empty) from the start so that screen readers hear its changes. */
export function SaveStatus({ state, children }: { state: SaveState; children: ReactNode }) {
  return (
    <p className="save-status" role="status" data-state={state}>
      {pictures[state]}
      {children}
    </p>
  );
}
