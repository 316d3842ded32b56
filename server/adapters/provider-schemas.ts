/** Members of providers' answers. */
import { z } from 'zod/mini';
import { isSecurePage } from '../../domain/lending/lender-portal.ts';

/** The schema of an address for a browser. It opens an identity check or a payment, so it must be secure. */
export const pageAddress = z.string().check(z.maxLength(2000), z.refine(isSecurePage));

/** A day of this century: what is beyond it is an error of the sender's. */
export const day = z.string().check(z.regex(/^20\d\d-\d\d-\d\d$/));

/** ISO 8601, with its zone; of this century. */
export const instant = z.pipe(
  z.iso.datetime({ offset: true }).check(z.regex(/^20/)),
  z.transform((text: string) => new Date(text)),
);

/** The highest amount that is read, in paise: ten thousand crore rupees. */
export const paiseMax = 10 ** 13;

/** Whole paise. */
export const paise = z.int().check(z.nonnegative(), z.maximum(paiseMax));

/** Returns a schema for text that a database can hold, at most `length` characters long. */
export const textUpTo = (length: number) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(length),
    z.refine((text) => !text.includes('\0')),
  );
