/** Names, values and times as people read them. */
import type { ReactNode } from 'react';
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
import type { Loan } from '../../domain/wire.ts';
import { formatRupees } from '../ui/Money.tsx';
import { type Kind, studentPart, wordsOfField } from './fields.ts';
import { useServices } from './services.ts';
import './values.css';

const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
const timeFormat = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', timeZone: 'Asia/Kolkata' });
const momentFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** '3 March 2026', in India. */
export const dayOf = (moment: string): string => dayFormat.format(new Date(moment));
/** '4:05 pm', in India. */
export const timeOf = (moment: string): string => timeFormat.format(new Date(moment));
/** '3 Mar 2026, 4:05 pm', in India. */
export const momentOf = (moment: string): string => momentFormat.format(new Date(moment));

/** A value's words; null where there is none. */
export function textOf(intl: IntlShape, kind: Kind, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof kind === 'object') return intl.formatMessage({ id: kind.options }, { code: String(value) });
  return ways[kind](String(value), intl);
}

const isOn = (value: string) => value === 'true' || value === '1';

const ways: Record<Exclude<Kind, object>, (value: string, intl: IntlShape) => string> = {
  text: (value) => value,
  document: (value) => value.slice(0, 12),
  phone: (value) => (/^\d{10}$/.test(value) ? `${value.slice(0, 5)} ${value.slice(5)}` : value),
  date: (value) => (/^\d{4}-\d\d-\d\d$/.test(value) ? dateFormat.format(new Date(value)) : value),
  rupees: (value) => (Number.isFinite(Number(value)) ? formatRupees(Number(value)) : value),
  months: (value, intl) => intl.formatMessage({ id: 'applicant.emi.months' }, { months: Number(value) }),
  yesNo: (value, intl) => intl.formatMessage({ id: isOn(value) ? 'review.value.yes' : 'review.value.no' }),
  instituteType: (value, intl) =>
    intl.formatMessage({
      id: value === 'College' ? 'student.instituteType.college' : 'student.instituteType.school',
    }),
};

/** A field's value, or that nothing was given. */
export function Value({ name, value }: { name: string; value: unknown }) {
  const intl = useIntl();
  const shown = textOf(intl, wordsOfField(name)?.kind ?? 'text', value);
  return shown === null ? <NoValue /> : <span className="value">{shown}</span>;
}

export function NoValue() {
  return (
    <span className="value-none">
      <FormattedMessage id="review.value.none" />
    </span>
  );
}

/** 'Roll number', with the student that it is of where there are several: 'Student 2, Roll number'. */
export function nameOfField(intl: IntlShape, name: string, loan: Pick<Loan, 'el_details'> | null): string {
  const words = wordsOfField(name);
  const label = words ? intl.formatMessage({ id: words.label }) : name;
  const part = studentPart(name);
  const students = loan?.el_details.students ?? [];
  const number = students.findIndex(({ id }) => id === part?.id) + 1;
  return part && number > 0 && students.length > 1
    ? `${intl.formatMessage({ id: 'student.card.title' }, { number })}, ${label}`
    : part === null
      ? inPlace(intl, name, label)
      : label;
}

/** Three addresses have the same labels. */
const places: readonly (readonly [
  string,
  'applicant.residence' | 'applicant.permanent' | 'applicant.office',
])[] = [
  ['personal_details.address.residence.', 'applicant.residence'],
  ['personal_details.address.permanent.', 'applicant.permanent'],
  ['employment_details.office_address.', 'applicant.office'],
];

function inPlace(intl: IntlShape, name: string, label: string): string {
  const [, place] = places.find(([start]) => name.startsWith(start)) ?? [];
  return place ? `${intl.formatMessage({ id: place })}, ${label}` : label;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, as a reader of a queue wants it: the largest unit alone. */
export function Waited({ since }: { since: string | null }): ReactNode {
  const { now } = useServices();
  if (since === null) return null;
  const passed = Math.max(0, now().getTime() - Date.parse(since));
  const [id, count] =
    passed >= day
      ? (['review.waited.days', Math.floor(passed / day)] as const)
      : passed >= hour
        ? (['review.waited.hours', Math.floor(passed / hour)] as const)
        : (['review.waited.minutes', Math.floor(passed / minute)] as const);
  return (
    <time dateTime={since} title={momentOf(since)}>
      <FormattedMessage id={id} values={{ count }} />
    </time>
  );
}
