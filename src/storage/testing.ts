/** Fixtures for the tests of this folder. */
import type { StorageCredentials } from '../../domain/values/wire.ts';

/** Returns credentials that end `lastMs` after `from`. */
export const credentialsFrom = (
  from: Date,
  lastMs = 60 * 60_000,
  more: Partial<StorageCredentials> = {},
): StorageCredentials => ({
  provider: 'AWSS3',
  endpoint: '/',
  region: 'ap-south-1',
  bucket: 'documents',
  identity: 'loan-1',
  access_key_id: `ASIA${from.getTime()}`,
  secret_access_key: 'secret',
  session_token: 'token',
  expires_at: new Date(from.getTime() + lastMs).toISOString(),
  ...more,
});

/** Creates a clock that a test sets. */
export function fakeClock(start: string) {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    advance: (ms: number) => {
      at += ms;
    },
  };
}

/** Creates an UploadStorage in memory. */
export function memoryUploadStorage() {
  const values = new Map<string, unknown>();
  return {
    read: (name: string): unknown => structuredClone(values.get(name)),
    write: (name: string, value: unknown) => void values.set(name, structuredClone(value)),
  };
}
