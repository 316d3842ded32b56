/** Whether the browser thinks that it is online. */
import { useSyncExternalStore } from 'react';

export const useOnline = (): boolean => useSyncExternalStore(watch, isOnline, () => true);

const isOnline = () => navigator.onLine;

function watch(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
