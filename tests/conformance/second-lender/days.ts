/** Days and instants of India (UTC+05:30). */
const offsetMs = 5.5 * 3_600_000;

/** Says the instant `ms` milliseconds since 1970 with the zone of India, whole seconds rounded up. */
export const instantOf = (ms: number): string =>
  `${new Date(Math.ceil(ms / 1000) * 1000 + offsetMs).toISOString().slice(0, 19)}+05:30`;

export const dayOf = (ms: number): string => new Date(ms + offsetMs).toISOString().slice(0, 10);

export const today = (): string => dayOf(Date.now());

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Adds months; where the month has no such day, it is the last day of the month. */
export function addMonths(day: string, months: number): string {
  const start = new Date(`${day}T00:00:00Z`);
  const month = start.getUTCMonth() + months;
  const last = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const date = Math.min(start.getUTCDate(), last);
  return new Date(Date.UTC(start.getUTCFullYear(), month, date)).toISOString().slice(0, 10);
}

export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

/** Says whether the text is a day of the calendar. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && instantPattern.test(value) && !Number.isNaN(Date.parse(value));
