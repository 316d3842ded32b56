/** Says where the name on record differs from that of the application. */
import { FormattedMessage } from 'react-intl';
import type { Servicing } from '../../../../domain/wire.ts';
import { Banner } from '../../../ui/Banner.tsx';

export function NameNotice({ kyc }: { kyc: Servicing['kyc'] }) {
  if (kyc.name_matches !== false || kyc.name_on_record === null) return null;
  return (
    <Banner kind="notice" title={<FormattedMessage id="servicing.kyc.name" />}>
      <p>
        <FormattedMessage
          id="servicing.kyc.name.help"
          values={{ name: <strong>{kyc.name_on_record}</strong> }}
        />
      </p>
    </Banner>
  );
}
