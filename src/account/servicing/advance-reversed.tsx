/** Says that the advance payment has gone back, and what follows from it. */
import { FormattedMessage } from 'react-intl';
import type { Servicing } from '../../../domain/values/wire.ts';
import { Banner } from '../../ui/banner.tsx';

/** Nothing where no advance payment was given back, or another one has arrived since. */
export function AdvanceReversed({ servicing }: { servicing: Servicing }) {
  const { advance, payments, lender_name: lender, disbursed_on: disbursedOn } = servicing;
  const isReversed = payments.some(
    ({ purpose, state }) => purpose === 'advance' && (state === 'refunded' || state === 'refunded_by_lender'),
  );
  if (advance.state !== 'due' || !isReversed) return null;
  return (
    <Banner kind="notice" title={<FormattedMessage id="servicing.advance.reversed" />}>
      <p>
        <FormattedMessage
          id={
            disbursedOn === null ? 'servicing.advance.reversed.again' : 'servicing.advance.reversed.repaying'
          }
          values={{ lender }}
        />
      </p>
    </Banner>
  );
}
