/**
 * The client errors that a gateway, or a lender that is busy with the same submission, answers in the lender's place:
 * time-outs, conflicts and rate limits. The submission may be booked all the same.
 */
const uncertainStatuses: readonly number[] = [408, 409, 425, 429, 499];

/** Whether an HTTP status of a lender proves that it has booked nothing (decision 27). */
export const isDefiniteRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && !uncertainStatuses.includes(status);
