/**
 * Where the running machines tell what happens in them. Only development builds hold it: actors are created with
 * `...(import.meta.env.DEV && { inspect })`, of which a production build leaves nothing.
 */
import type { InspectionEvent } from 'xstate';

type Listener = (event: InspectionEvent) => void;

let listener: Listener | null = null;

/** An actor's `inspect` option. Whoever invokes other actors tells of those too. */
export function inspect(event: InspectionEvent): void {
  listener?.(event);
}

/** From now on `next` hears of everything; what happened before is gone. */
export function listen(next: Listener): void {
  listener = next;
}
