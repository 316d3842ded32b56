/** The support's phone line, where there is one (decision 49). */
import { FormattedMessage } from 'react-intl';
import { useServices } from '../services.ts';

export function SupportPhone() {
  const { supportPhone } = useServices();
  if (!supportPhone) return null;
  const phone = <a href={`tel:${supportPhone.replace(/[^+\d]/g, '')}`}>{supportPhone}</a>;
  return (
    <p>
      <FormattedMessage id="status.success.phone" values={{ phone }} />
    </p>
  );
}
