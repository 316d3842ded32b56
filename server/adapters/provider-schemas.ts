/** Members of providers' answers. */
import { z } from 'zod/mini';

/** Where a person's browser is sent. */
export const pageAddress = z.string().check(
  z.maxLength(2000),
  z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
);

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
