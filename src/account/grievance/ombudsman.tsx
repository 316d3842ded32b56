/** Shows the contacts of the Reserve Bank's Ombudsman. */
import type { GrievanceRedressal } from '../../../domain/values/wire.ts';
import { Facts } from '../../ui/facts.tsx';
import { t } from '../../i18n/i18n.tsx';
import { PhoneLink } from '../../ui/support-links.tsx';

export function Ombudsman({ site, phone, address }: GrievanceRedressal['ombudsman']) {
  return (
    <Facts
      stacked
      facts={[
        [
          t('grievance.ombudsman.site'),
          <a href={`https://${site}`} target="_blank" rel="noopener noreferrer">
            {site}
          </a>,
        ],
        [t('grievance.ombudsman.phone'), <PhoneLink phone={phone} />],
        [t('grievance.ombudsman.address'), address],
      ]}
    />
  );
}
