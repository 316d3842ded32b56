/** The date in India. */

/** 'YYYY-MM-DD'; two of them compare as text. */
export type IsoDate = string;

/** India has one time zone and no summer time: UTC + 5:30. */
const indiaAheadMs = 330 * 60_000;

/** The date in India at an instant. */
export const todayInIndia = (now: Date): IsoDate =>
  new Date(now.getTime() + indiaAheadMs).toISOString().slice(0, 10);
