/** Links that dial the support's number and write to its address. */
import type { ReactNode } from 'react';

export interface SupportContact {
  /** The number in its usual written form. */
  phone: string;
  /** A mail address. */
  email: string;
}

/** Fills {phone} and {email}. */
export const supportLinks = ({ phone, email }: SupportContact): Record<keyof SupportContact, ReactNode> => ({
  phone: <PhoneLink phone={phone} />,
  email: <a href={`mailto:${email}`}>{email}</a>,
});

/** @param phone the number in its usual written form */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
);
