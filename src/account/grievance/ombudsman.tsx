/** Where the Reserve Bank's Ombudsman is reached. */
import type { GrievanceRedressal } from '../../../domain/values/wire.ts';
import { Facts } from '../../ui/facts.tsx';
import { t } from '../../i18n/text.tsx';
import { PhoneLink } from '../../ui/support-links.tsx';

export function Ombudsman({ site, phone, address }: GrievanceRedressal['ombudsman']) {
  return (
    <Facts
      facts={[
        {
          id: 'site',
          name: t('grievance.ombudsman.site'),
          value: (
            <a href={`https://${site}`} target="_blank" rel="noopener noreferrer">
              {site}
            </a>
          ),
        },
        {
          id: 'phone',
          name: t('grievance.ombudsman.phone'),
          value: <PhoneLink phone={phone} />,
        },
        { id: 'address', name: t('grievance.ombudsman.address'), value: address },
      ]}
    />
  );
}
