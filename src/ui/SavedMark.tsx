/** Says where what one types is kept: 'Saved', 'Saving…', 'Kept in this tab; will send when you are online'. */
import type { ReactNode } from 'react';
import { CheckIcon, OfflineIcon } from './icons.tsx';
import './saved.css';

/** A polite live region, present (and empty) from the start so that screen readers hear its changes. */
export function SavedMark({
  state,
  children,
}: {
  state: 'idle' | 'saving' | 'saved' | 'kept';
  children?: ReactNode;
}) {
  return (
    <p className="saved" role="status" data-state={state}>
      {state !== 'idle' && (
        <>
          {state === 'saved' && <CheckIcon />}
          {state === 'kept' && <OfflineIcon />}
          {state === 'saving' && <span className="saved-dot" aria-hidden="true" />}
          {children}
        </>
      )}
    </p>
  );
}
