/** Idle timer: a reviewer is active while the page is visible and was used recently. */

/** The milliseconds without a key or a pointer after which the reviewer has left and the session may expire. */
const idleAfterMs = 10 * 60_000;

type OnActivity = (event: { type: 'reviewer.left' } | { type: 'reviewer.returned' }) => void;

/** Reports when the reviewer leaves and returns, until the returned function is called. */
export function trackReviewerActivity(notify: OnActivity): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let isActive = true;
  let timer: ReturnType<typeof setTimeout>;
  const markIdle = () => {
    if (isActive) notify({ type: 'reviewer.left' });
    isActive = false;
  };
  const markActive = () => {
    clearTimeout(timer);
    timer = setTimeout(markIdle, idleAfterMs);
    if (!isActive) notify({ type: 'reviewer.returned' });
    isActive = true;
  };
  const onVisibilityChange = () => (document.visibilityState === 'hidden' ? markIdle() : markActive());
  document.addEventListener('visibilitychange', onVisibilityChange, { signal });
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'scroll'])
    window.addEventListener(type, markActive, { signal, passive: true });
  onVisibilityChange();
  return () => {
    clearTimeout(timer);
    listening.abort();
  };
}
