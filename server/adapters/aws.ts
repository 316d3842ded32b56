/** What the clients of AWS's services have in common. */
import type { S3Config } from '../config/config.ts';

/** A call that is not answered by then is tried again, three times in all. */
const timeouts = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 3000,
    /** To the first byte of the answer. */
    requestTimeout: 20_000,
    throwOnRequestTimeout: true,
    /** Between two pieces of it. */
    socketTimeout: 10_000,
  },
};

/** @param endpoint undefined for AWS's own */
export const awsClient = ({ region, keys }: S3Config, endpoint: string | undefined) => ({
  ...timeouts,
  region,
  ...(endpoint !== undefined && { endpoint }),
  ...(keys && { credentials: keys }),
});
