/** A grievance officer: the name, and links that dial and write. */
import type { GrievanceOfficer } from '../../../domain/values/wire.ts';
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

export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
);
