/**
 * Answers in a draft from an earlier application of the customer: a mark in its body has the day since which they are
 * known, and the sections still unchecked. Typing keeps the mark; checking a section removes it from the mark.
 */
import type { IsoDate } from '../values/dates.ts';

export interface CarriedAnswersStatus {
  /** The day on which the earlier application was begun. */
  from: IsoDate;
  /** The ids of the sections with answers that are still to be checked. */
  unchecked: readonly string[];
}

/** A draft's body. */
export type Body = Readonly<Record<string, unknown>>;

/** Returns the mark of a draft's body; null if all of the body was typed. */
export function carriedIn(body: Body | null): CarriedAnswersStatus | null {
  const { from, unchecked } = (body?.carried ?? {}) as Partial<CarriedAnswersStatus>;
  return typeof from === 'string' && Array.isArray(unchecked) ? { from, unchecked } : null;
}

/** Returns the body after a section was checked. */
export function withChecked(body: Body, section: string): Record<string, unknown> {
  const carried = carriedIn(body);
  if (!carried) return body;
  return { ...body, carried: { ...carried, unchecked: carried.unchecked.filter((one) => one !== section) } };
}
