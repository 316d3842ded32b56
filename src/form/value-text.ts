/** Formats a field's value, for the applicant's screens and for the reviewer's desk. */
import type { IntlShape } from 'react-intl';
import { emiLabel } from '../../domain/lending/emi-label.ts';
import type { FieldDescription, FieldKind } from '../../domain/forms/fields/row.ts';
import { messageId, placeId } from '../../locales/index.ts';
import { formatRupees } from '../ui/money.tsx';

type Formatter = (value: string, intl: IntlShape, options: ValueTextOptions) => string;

export interface ValueTextOptions {
  dateStyle?: 'medium' | 'long';
}

const formatAsIs: Formatter = (value) => value;

const isOn = (value: string) => value === 'true' || value === '1';

const formatters: Record<FieldKind, Formatter> = {
  text: formatAsIs,
  email: formatAsIs,
  digits: formatAsIs,
  capitals: formatAsIs,
  search: formatAsIs,
  // The name is English if the language has none, or has not loaded it (decision 7).
  place: (value, intl) => {
    const id = messageId(placeId(value));
    return id in intl.messages ? intl.formatMessage({ id }) : value;
  },
  choice: formatAsIs,
  // The hash of a document's content.
  document: (value) => value.slice(0, 12),
  phone: (value) => (/^\d{10}$/.test(value) ? `${value.slice(0, 5)} ${value.slice(5)}` : value),
  money: (value) => (Number.isFinite(Number(value)) ? formatRupees(Number(value)) : value),
  date: (value, intl, { dateStyle = 'medium' }) =>
    /^\d{4}-\d\d-\d\d$/.test(value) ? intl.formatDate(value, { dateStyle, timeZone: 'UTC' }) : value,
  switch: (value, intl) => intl.formatMessage({ id: isOn(value) ? 'app.value.yes' : 'app.value.no' }),
  tenure: (value, intl) => {
    const { id, values } = emiLabel({ emi_tenure: Number(value) });
    return intl.formatMessage({ id }, values);
  },
};

/** Returns a wire value as text; null if there is none. */
export function valueText(
  intl: IntlShape,
  row: Pick<FieldDescription, 'kind' | 'choices'> | undefined,
  value: unknown,
  options: ValueTextOptions = {},
): string | null {
  if (value === null || value === undefined || value === '') return null;
  const { labels, labelValues } = row?.choices ?? {};
  const code = String(value);
  if (labels) return intl.formatMessage({ id: messageId(labels) }, labelValues?.(code) ?? { code });
  return formatters[row?.kind ?? 'text'](String(value), intl, options);
}
