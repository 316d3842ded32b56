/**
 * An error that appears on blur moves the layout while a button is being pressed, so that the click misses it.
 * Blur handlers are therefore deferred until the press is over.
 */
export interface PointerGate {
  /** Call it on pointerdown. */
  pointerDown: () => void;
  /** Calls `act` now, or after the current press. */
  runAfterPress: (act: () => void) => void;
}

/** Milliseconds from pointerup to its click; a scroll causes no click. */
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
