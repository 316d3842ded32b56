/** Recognizes swipes across a carousel. */
import { limits } from '../../../domain/values/limits.ts';

/** Returns the slide that a swipe asks for, by its start and end in CSS pixels; null if it is no swipe. */
export function swipedTo(beganAt: number, endedAt: number): 'next' | 'previous' | null {
  const distance = endedAt - beganAt;
  if (Math.abs(distance) < limits.swipePx) return null;
  return distance < 0 ? 'next' : 'previous';
}
