/** Calls `listener` whenever the page becomes visible again. @returns what ends that */
export function onVisible(listener: () => void): () => void {
  const check = () => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', check);
  return () => document.removeEventListener('visibilitychange', check);
}
