/**
 * A field that shows its error as it is left makes the page longer under the finger that is just pressing a
 * button, which then misses it. So what blur brings waits until the press is over.
 */
export interface Press {
  /** A finger or a mouse button went down. */
  down: () => void;
  /** Does `act` now, or at the end of the press that is under way. */
  after: (act: () => void) => void;
}

/** From the finger's lifting to the click that it causes, in milliseconds; a scroll causes none. */
const clickFollowsWithin = 300;

export function createPress(): Press {
  let under = false;
  const waiting = new Set<() => void>();
  const over = () => {
    under = false;
    for (const act of waiting) act();
    waiting.clear();
  };
  return {
    down: () => {
      if (under) return;
      under = true;
      const lifted = () => setTimeout(over, clickFollowsWithin);
      window.addEventListener('click', () => setTimeout(over), { once: true, capture: true });
      window.addEventListener('pointerup', lifted, { once: true });
      window.addEventListener('pointercancel', lifted, { once: true });
    },
    after: (act) => {
      if (under) waiting.add(act);
      else act();
    },
  };
}
