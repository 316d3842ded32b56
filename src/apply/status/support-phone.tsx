/** The support's phone line (decision 49). */
import { FormattedMessage } from 'react-intl';
import { supportLinks } from '../../ui/support-links.tsx';
import { useServices } from '../shared/services.ts';

export function SupportPhone() {
  const { phone } = supportLinks(useServices().support);
  return (
    <p>
      <FormattedMessage id="status.success.phone" values={{ phone }} />
    </p>
  );
}
