/**
 * Instead of TanStack Form's line to its devtools, which tells the whole window of all that a form holds, a PAN among
 * it, at every keystroke and in production too.
 */
export class EventClient {
  on(): () => void {
    return () => undefined;
  }

  emit(): void {
    // Nobody is to hear it.
  }
}
