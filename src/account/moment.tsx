/** A date with its time, in India. */
import { useIntl } from 'react-intl';
import { formatMoment } from '../ui/moment-text.ts';

/** @param props.at ISO 8601 */
export const Moment = ({ at, dateStyle }: { at: string; dateStyle?: 'medium' | 'long' }) =>
  formatMoment(useIntl(), at, dateStyle);
