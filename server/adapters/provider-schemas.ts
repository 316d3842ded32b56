/** Members of providers' answers. */
import { z } from 'zod/mini';
import { isSecurePage } from '../../domain/lending/lender-portal.ts';

/** Where a person's browser is sent. Its address opens a check of identity or a payment, so nobody may read it on the way. */
export const pageAddress = z.string().check(z.maxLength(2000), z.refine(isSecurePage));

/** ISO 8601, with its zone. */
export const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text: string) => new Date(text)),
);

/** Whole paise. */
export const paise = z.int().check(z.nonnegative());

/** What a database can hold, at most `length` characters long. */
export const textUpTo = (length: number) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(length),
    z.refine((text) => !text.includes('\0')),
  );
