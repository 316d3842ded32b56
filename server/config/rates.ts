/** The limits of the contract (`x-limits`) by name, and the variables that replace their points. */

export const limitNames = [
  'address',
  'browse',
  'contact',
  'create',
  'customer',
  'email',
  'loan',
  'lookup',
  'otp',
  'partner',
  'reentry',
  'refresh',
  'signIn',
  'staff',
  'webhook',
] as const;

export type LimitName = (typeof limitNames)[number];

/** Points for a minute, in place of the contract's. */
export type Rates = Partial<Record<LimitName, number>>;

/** The variable of the environment, such as `RATE_SIGN_IN`. */
export const rateVariable = (name: LimitName): string =>
  `RATE_${name.replace(/[A-Z]/, (letter) => `_${letter}`).toUpperCase()}`;
