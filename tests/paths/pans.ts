/** PANs whose digits make the sandbox lender say each of its answers (decision 28). */
export const pans = {
  approved: 'ABCDE1234F',
  rejected: 'ABCDE0002F',
  pending: 'ABCDE0003F',
  inProgress: 'ABCDE0004F',
  code1001: 'ABCDE1001F',
  statusCode400: 'ABCDE0400F',
  timesOutOnce: 'ABCDE0504F',
  timesOutAlways: 'ABCDE5504F',
  fails: 'ABCDE0500F',
  slow: 'ABCDE0010F',
  approvedWithoutUrl: 'ABCDE0009F',
} as const;
