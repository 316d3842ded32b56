/** Says where the name on record differs from that of the application, until the lender has paid: then it is settled. */
import { FormattedMessage } from 'react-intl';
import type { Servicing } from '../../../../domain/values/wire.ts';

export function NameNotice({ servicing }: { servicing: Servicing }) {
  const { kyc, lender_name: lender, disbursed_on: disbursedOn } = servicing;
  if (disbursedOn !== null || kyc.name_matches !== false || kyc.name_on_record === null) return null;
  return (
    <p>
      <FormattedMessage
        id="servicing.kyc.name"
        values={{ name: <strong>{kyc.name_on_record}</strong>, lender }}
      />
    </p>
  );
}
