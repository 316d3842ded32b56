/**
 * The client errors that a gateway, or a lender that is busy with the same submission, answers in the lender's place:
 * time-outs, conflicts and rate limits. The submission may be booked all the same.
 */
const uncertainStatuses: readonly number[] = [408, 409, 425, 429, 499];

/** Returns whether a lender's HTTP status proves that it has booked nothing (decision 27). */
export const isDefiniteRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && !uncertainStatuses.includes(status);

/** A key that has expired, a bill, a permission: operators mend it, and the same call is taken then. */
const accessStatuses: readonly number[] = [401, 402, 403];

/** Returns whether a company's HTTP status is about our access to it, and not about the request. */
export const isAccessRefusal = (status: number): boolean => accessStatuses.includes(status);

/** Says whether the same call would be refused again. */
export const isFinalRefusal = (status: number): boolean =>
  isDefiniteRefusal(status) && !isAccessRefusal(status);
