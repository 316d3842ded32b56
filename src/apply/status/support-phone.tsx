/** The support's phone line (section 4). */
import { supportLinks } from '../../ui/support-links.tsx';
import { useServices } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';

export function SupportPhone() {
  const { phone } = supportLinks(useServices().support);
  return <p>{t('status.success.phone', { phone })}</p>;
}
