/** The full-page loading overlay: nothing below it can be reached while it is there. */
import type { ReactNode } from 'react';
import { useModal } from './Dialog.tsx';
import './overlay.css';

/**
 * `announce` is read out once; `children` are what one sees meanwhile and may change as they like, unheard.
 * Escape does not close it: what it waits for goes on.
 */
export function LoadingOverlay({ announce, children }: { announce: ReactNode; children?: ReactNode }) {
  const box = useModal();
  return (
    <dialog
      ref={box}
      className="overlay"
      aria-busy="true"
      {...{ closedby: 'none' }}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault();
      }}
    >
      <Rising />
      <div className={children ? 'unseen' : 'overlay-words'} role="status">
        {announce}
      </div>
      {children && (
        <div className="overlay-words" aria-hidden="true">
          {children}
        </div>
      )}
    </dialog>
  );
}

/** Three steps that fill one after the other. */
function Rising() {
  return (
    <svg className="overlay-steps" viewBox="0 0 72 48" aria-hidden="true" focusable="false">
      <rect x="4" y="32" width="18" height="12" rx="3" />
      <rect x="27" y="20" width="18" height="24" rx="3" />
      <rect x="50" y="8" width="18" height="36" rx="3" />
    </svg>
  );
}
