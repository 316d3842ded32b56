/** Ways to people: the support's phone line where there is one (decision 49), and how to complain (decision 93). */
import { FormattedMessage } from 'react-intl';
import { grievancePath } from '../../../domain/legal.ts';
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

/** Opens in a new tab: the page of the embedded flow may be in a frame, which shows no other page. */
export function ComplaintLink() {
  return (
    <p>
      <a href={grievancePath} target="_blank" rel="noopener noreferrer">
        <FormattedMessage id="status.complaints" />
      </a>
    </p>
  );
}
