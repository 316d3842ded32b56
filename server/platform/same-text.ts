/** Compares secrets. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two texts in a time that tells nothing of where they differ. */
export function isSameText(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
