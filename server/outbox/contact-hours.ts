/** Contact hours: when people in India may be written to about money. */
import { addDays, type IsoDate, todayInIndia } from '../../domain/values/dates.ts';

/** The hours of the day in India, `last` excluded. */
const contactHours = { first: 8, last: 19 };

export const timeInIndia = (day: IsoDate, hour: number): Date =>
  new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+05:30`);

export const isContactHour = (now: Date): boolean => {
  const today = todayInIndia(now);
  return now >= timeInIndia(today, contactHours.first) && now < timeInIndia(today, contactHours.last);
};

/** The beginning of the next contact hours, out of them. */
export function nextContactTime(now: Date): Date {
  const today = timeInIndia(todayInIndia(now), contactHours.first);
  return now < today ? today : timeInIndia(addDays(todayInIndia(now), 1), contactHours.first);
}
