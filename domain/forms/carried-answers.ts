/**
 * Answers that a draft has from an earlier application of the same customer: a mark in its body says since when they are
 * known, and which sections nobody has checked yet. Typing keeps the mark; checking a section takes it out of the mark.
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

/** The mark of a draft's body; null where all of it was typed. */
export function carriedIn(body: Body | null): CarriedAnswersStatus | null {
  const { from, unchecked } = (body?.carried ?? {}) as Partial<CarriedAnswersStatus>;
  return typeof from === 'string' && Array.isArray(unchecked) ? { from, unchecked } : null;
}

/** The body once somebody has checked a section. */
export function withChecked(body: Body, section: string): Record<string, unknown> {
  const carried = carriedIn(body);
  if (!carried) return body;
  return { ...body, carried: { ...carried, unchecked: carried.unchecked.filter((one) => one !== section) } };
}
