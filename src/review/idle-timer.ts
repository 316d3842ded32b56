/** Idle timer: a reviewer is active while the page is visible and was used recently. */

/** After so many milliseconds without a key or a pointer, the page is left, and its session can run out. */
const idleAfterMs = 10 * 60_000;

type OnActivity = (event: { type: 'reviewer.left' } | { type: 'reviewer.returned' }) => void;

/** Reports when the reviewer leaves and returns, until the returned function is called. */
export function trackReviewerActivity(notify: OnActivity): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  let isActive = true;
  let timer: ReturnType<typeof setTimeout>;
  const leave = () => {
    if (isActive) notify({ type: 'reviewer.left' });
    isActive = false;
  };
  const stay = () => {
    clearTimeout(timer);
    timer = setTimeout(leave, idleAfterMs);
    if (!isActive) notify({ type: 'reviewer.returned' });
    isActive = true;
  };
  const look = () => (document.visibilityState === 'hidden' ? leave() : stay());
  document.addEventListener('visibilitychange', look, { signal });
  for (const touch of ['pointermove', 'pointerdown', 'keydown', 'scroll'])
    window.addEventListener(touch, stay, { signal, passive: true });
  look();
  return () => {
    clearTimeout(timer);
    watching.abort();
  };
}
