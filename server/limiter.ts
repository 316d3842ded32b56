/** Counts calls in memory, so that one caller cannot use up everybody's share (decision 2a). */
export type Limiter = {
  /** @returns 0 when the call may go on, else the whole seconds after which it may be tried again */
  take: (who: string) => number;
};

/**
 * A bucket per caller: a minute's worth at once, refilled evenly. The callers seen longest ago are forgotten
 * beyond `most`, so the memory has an end.
 */
export function createLimiter(
  perMinute: number,
  now: () => number,
  most = 20_000,
): Limiter & { readonly size: number } {
  const buckets = new Map<string, { left: number; at: number }>();
  const perMs = perMinute / 60_000;
  return {
    take(who) {
      const at = now();
      const known = buckets.get(who);
      const left = known ? Math.min(perMinute, known.left + Math.max(0, at - known.at) * perMs) : perMinute;
      const allowed = left >= 1;
      buckets.delete(who);
      buckets.set(who, { left: allowed ? left - 1 : left, at });
      if (buckets.size > most) buckets.delete(buckets.keys().next().value ?? '');
      return allowed ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1000));
    },
    get size() {
      return buckets.size;
    },
  };
}

/** One address per caller: of an IPv6 address the /64 that a household or a phone is given. */
export function clientGroup(address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  return [...groups, ...Array<string>(zeros).fill('0'), ...rest].slice(0, 4).join(':');
}
