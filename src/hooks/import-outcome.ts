/** Code and texts that are fetched on demand. */
import type { Outcome } from '../../domain/values/outcome.ts';

/** Returns the outcome of a dynamic import; a chunk that fails to load is `unreachable`. */
export const importOutcome = <T>(loading: Promise<T>): Promise<Outcome<T>> =>
  loading.then(
    (value) => ({ kind: 'ok', value }),
    () => ({ kind: 'unreachable' }),
  );
