/** Tells the workers of this process that something was queued, so that nobody waits for the next look. */
const workers = new Set<() => void>();

/** @returns the function that ends it */
export function whenQueued(wake: () => void): () => void {
  workers.add(wake);
  return () => workers.delete(wake);
}

export function wakeWorkers(): void {
  for (const wake of workers) wake();
}
