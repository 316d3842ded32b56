import rows from './banks.json' with { type: 'json' };

/**
 * The banks that an applicant may choose (decision 22). `ifsc_prefix` is the first four letters of the bank's IFSC codes;
 * null where its branches use their sponsor's.
 */
export const banks: { code: string; label: string; ifsc_prefix: string | null }[] = rows;

const codes = new Map<unknown, string>(banks.map(({ code, label }) => [label, code]));

/** The code of a bank that was chosen from the list; null for a name that was typed (decision 22). */
export const bankCodeOf = (name: unknown): string | null => codes.get(name) ?? null;
