/** Recognizes swipes across a carousel. */
import { limits } from '../../../domain/values/limits.ts';

/** The slide that a swipe asks for, by where it began and ended in CSS pixels; null where it was none. */
export function swipedTo(beganAt: number, endedAt: number): 'next' | 'previous' | null {
  const distance = endedAt - beganAt;
  if (Math.abs(distance) < limits.swipePx) return null;
  return distance < 0 ? 'next' : 'previous';
}
