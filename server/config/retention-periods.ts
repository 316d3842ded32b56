/**
 * The retention periods in days, each set by a variable (`retentionVariable`). `applyRetention` deletes or erases every
 * hour what is older. The periods at the end of the file are in milliseconds and cannot be set.
 */
export const retentionPeriods = {
  /** An application that was never submitted, from its last change. */
  draft: 90,
  /** A submitted application without a final verdict, from its last change. */
  undecided: 365,
  rejected: 180,
  /** An approved loan, for the time of its repayment and of claims about it. */
  approved: 3650,
  /** A message to an applicant, from when it was queued. */
  messages: 180,
  /** A token, from when it was issued: it opens nothing after 30 days. */
  tokens: 31,
  /** The access log and the events of staff accounts; the law asks for a year. */
  accessLog: 365,
  /** The account of a reviewer, from when it was disabled; the access log has the names that it needs. */
  staff: 365,
  /** A customer who owns no application, has no grievance, acts for no partner and is signed in nowhere, from the sign-up. */
  customers: 365,
  /** A query to support with its answers, from its last message. */
  conversations: 365,
  /** A grievance that is resolved or rejected, from its last message: as long as it can be taken to court. */
  grievances: 1095,
  /** An interest in a product, from its registration. */
  interests: 365,
  /** A job that has finally failed and was not run again. */
  failedJobs: 90,
} as const;

export type RetentionPeriodName = keyof typeof retentionPeriods;

/** Days. */
export type RetentionPeriods = Readonly<Record<RetentionPeriodName, number>>;

export const retentionNames = Object.keys(retentionPeriods) as RetentionPeriodName[];

/** The fewest days that may be configured, where it is more than one. */
export const leastRetentionDays: Partial<Record<RetentionPeriodName, number>> = {
  tokens: 31,
  accessLog: 365,
};

/** `RETENTION_ACCESS_LOG_DAYS` for `accessLog`. */
export const retentionVariable = (name: RetentionPeriodName): string =>
  `RETENTION_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_DAYS`;

/** The time for which events of lenders and providers, and those to partners, are kept, in ms: they say what was sent. */
export const eventsKeptMs = 90 * 24 * 60 * 60_000;

/** The time for which the code of a framed page opens the loan in another window, in ms (decision 123). */
export const codeGoodForMs = 2 * 60_000;
