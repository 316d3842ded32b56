import type { IntlShape } from 'react-intl';

/** Formats a rate with two decimals: '18.81%' for the decimal percent text '18.8100'. */
export const rateText = (intl: IntlShape, percent: string, decimals = 2): string =>
  intl.formatNumber(Number(percent) / 100, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: decimals,
  });
