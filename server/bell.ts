/** How those who wait for work are told that there is some, within one process. */

/** A ring that comes while nobody listens is heard by the next one who does. */
export function createBell() {
  let rung = false;
  let wake = () => {};
  return {
    ring() {
      rung = true;
      wake();
    },
    /** Resolves at the next ring, or after `ms`. */
    async heard(ms: number) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
    },
  };
}

/** Bells that ring together: `join` answers the function that ends it. */
export function createBells() {
  const rings = new Set<() => void>();
  return {
    join: (ring: () => void): (() => void) => {
      rings.add(ring);
      return () => rings.delete(ring);
    },
    ring: (): void => {
      for (const ring of rings) ring();
    },
  };
}
