/** Calls `listener` whenever the page becomes visible again. @returns what ends that */
export function onVisible(listener: () => void): () => void {
  const check = () => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', check);
  return () => document.removeEventListener('visibilitychange', check);
}

/** Calls `listener` every `ms` milliseconds while the page is visible. @returns what ends that */
export function whileVisible(ms: number, listener: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') listener();
  }, ms);
  return () => clearInterval(timer);
}
