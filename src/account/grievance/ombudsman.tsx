/** Where the Reserve Bank's Ombudsman is reached. */
import { FormattedMessage } from 'react-intl';
import type { GrievanceRedressal } from '../../../domain/values/wire.ts';
import { Facts } from '../../ui/facts.tsx';
import { PhoneLink } from './officer.tsx';

export function Ombudsman({ site, phone, address }: GrievanceRedressal['ombudsman']) {
  return (
    <Facts
      facts={[
        {
          id: 'site',
          name: <FormattedMessage id="grievance.ombudsman.site" />,
          value: (
            <a href={`https://${site}`} target="_blank" rel="noopener noreferrer">
              {site}
            </a>
          ),
        },
        {
          id: 'phone',
          name: <FormattedMessage id="grievance.ombudsman.phone" />,
          value: <PhoneLink phone={phone} />,
        },
        { id: 'address', name: <FormattedMessage id="grievance.ombudsman.address" />, value: address },
      ]}
    />
  );
}
