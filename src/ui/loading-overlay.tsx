/** A full-page modal loading overlay. */
import { type ReactNode, useId } from 'react';
import { staysOpen, useModal } from './dialog.tsx';
import './overlay.css';

/**
 * `announce` is read out once; `children` are visible only, so that changes of them are not announced. Escape does not
 * close it, because the request continues.
 */
export function LoadingOverlay({ announce, children }: { announce: ReactNode; children?: ReactNode }) {
  const box = useModal();
  const announcementId = useId();
  return (
    <dialog ref={box} className="overlay" aria-busy="true" aria-labelledby={announcementId} {...staysOpen}>
      <ProgressAnimation />
      <div
        id={announcementId}
        className={children ? 'visually-hidden' : 'overlay-message text-lead'}
        role="status"
      >
        {announce}
      </div>
      {children && (
        <div className="overlay-message text-lead" aria-hidden="true">
          {children}
        </div>
      )}
    </dialog>
  );
}

function ProgressAnimation() {
  return (
    <svg className="overlay-animation" viewBox="0 0 72 48" aria-hidden="true" focusable="false">
      <rect x="4" y="32" width="18" height="12" rx="3" />
      <rect x="27" y="20" width="18" height="24" rx="3" />
      <rect x="50" y="8" width="18" height="36" rx="3" />
    </svg>
  );
}
