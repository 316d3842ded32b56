/** A grievance officer: the name, and links that dial and write. */
import type { GrievanceOfficer } from '../../../domain/values/wire.ts';
import { PhoneLink } from '../../ui/support-links.tsx';
import './officer.css';

export function Officer({ officer: { name, phone, email } }: { officer: GrievanceOfficer }) {
  return (
    <address className="officer">
      <span>{name}</span>
      <span className="link-row">
        <PhoneLink phone={phone} />
        <a href={`mailto:${email}`}>{email}</a>
      </span>
    </address>
  );
}
