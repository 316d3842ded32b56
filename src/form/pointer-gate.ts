/**
 * A field that shows its error as it is left makes the page longer under the finger that is just pressing a
 * button, which then misses it. So what blur brings waits until the press is over.
 */
export interface PointerGate {
  /** A finger or a mouse button went down. */
  pointerDown: () => void;
  /** Does `act` now, or at the end of the press that is under way. */
  runAfterPress: (act: () => void) => void;
}

/** From the finger's lifting to the click that it causes, in milliseconds; a scroll causes none. */
const clickDelayMs = 300;

export function createPointerGate(): PointerGate {
  let current: AbortController | undefined;
  const waiting = new Set<() => void>();
  const over = (press: AbortController) => {
    if (press !== current) return;
    press.abort();
    current = undefined;
    for (const act of waiting) act();
    waiting.clear();
  };
  return {
    pointerDown: () => {
      const press = new AbortController();
      current?.abort();
      current = press;
      const { signal } = press;
      const lifted = () => setTimeout(over, clickDelayMs, press);
      window.addEventListener('click', () => setTimeout(over, 0, press), { capture: true, signal });
      window.addEventListener('pointerup', lifted, { signal });
      window.addEventListener('pointercancel', lifted, { signal });
    },
    runAfterPress: (act) => {
      if (current) waiting.add(act);
      else act();
    },
  };
}
