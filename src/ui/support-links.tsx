/** How the support is reached, as links that dial and write. */
import type { ReactNode } from 'react';

export interface SupportContact {
  /** As people write it. */
  phone: string;
  /** A mail address. */
  email: string;
}

/** Fills {phone} and {email}. */
export const supportLinks = ({ phone, email }: SupportContact): Record<keyof SupportContact, ReactNode> => ({
  phone: <PhoneLink phone={phone} />,
  email: <a href={`mailto:${email}`}>{email}</a>,
});

/** @param phone as people write it */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
);
