/** Says that the advance payment has gone back, and what follows from it. */
import { Banner } from '../../ui/banner.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useServicing } from './servicing.ts';

/** Renders nothing if no advance payment was refunded, or another one has arrived since. */
export function AdvanceReversed() {
  const { advance, payments, lender_name: lender, disbursed_on: disbursedOn } = useServicing().servicing;
  const isReversed = payments.some(
    ({ purpose, state }) =>
      purpose === 'advance' && ['refunded', 'disputed', 'refunded_by_lender'].includes(state),
  );
  if (advance.state !== 'due' || !isReversed) return null;
  return (
    <Banner kind="notice" title={t('servicing.advance.reversed')}>
      <p>
        {t(
          disbursedOn === null ? 'servicing.advance.reversed.again' : 'servicing.advance.reversed.repaying',
          { lender },
        )}
      </p>
    </Banner>
  );
}
