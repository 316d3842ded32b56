/**
 * Replaces TanStack Form's channel to its devtools, which sends the whole window all values of a form, a PAN among
 * them, at every keystroke and in production too.
 */
export class EventClient {
  on(): () => void {
    return () => undefined;
  }

  emit(): void {
    // The event is dropped, as there are no listeners.
  }
}
