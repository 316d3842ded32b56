import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { simulatedPlatform } from '../../tests/support/simulated-platform.ts';
import type { Database } from '../db/open.ts';
import { installPlatform } from '../platform/platform.ts';
import { leaseMs, withRenewedLease } from './lease.ts';

const lease = { loanId: 'c9b1', lenderId: 15, holder: '7d02' };

let platform = simulatedPlatform(1);
let uninstall = () => {};

/** A database whose only statement is the renewal. */
const databaseThat = (renewals: () => Promise<unknown>): Database =>
  ({
    update: () => ({ set: () => ({ where: () => ({ returning: renewals }) }) }),
  }) as unknown as Database;

/** The milliseconds after which the work was aborted; null where it was not within two leases. */
async function abortedAfter(renewals: () => Promise<unknown>): Promise<number | null> {
  let abortedAt: number | null = null;
  let end = () => {};
  const work = withRenewedLease(databaseThat(renewals), lease, (signal) => {
    signal.addEventListener('abort', () => (abortedAt = platform.elapsedMs()));
    return new Promise<void>((resolve) => (end = resolve));
  });
  await platform.advance(2 * leaseMs);
  end();
  await work;
  return abortedAt;
}

describe('work under a lease', () => {
  beforeEach(() => {
    platform = simulatedPlatform(1);
    uninstall = installPlatform(platform);
  });
  afterEach(() => {
    uninstall();
  });

  it('goes on while the lease is renewed, also where one renewal fails', async () => {
    let asked = 0;
    const renew = () => {
      asked += 1;
      return asked === 2 ? Promise.reject(new Error('connection lost')) : Promise.resolve([lease]);
    };
    expect(await abortedAfter(renew)).toBeNull();
    expect(asked).toBeGreaterThan(3);
  });

  it('is aborted when another process has taken the lease', async () => {
    expect(await abortedAfter(() => Promise.resolve([]))).toBeLessThan(leaseMs);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the database fails', () => Promise.reject(new Error('connection lost'))],
    ['a lock holds the renewal up', () => new Promise(() => {})],
  ])('is aborted before the lease ends where %s', async (_, renew) => {
    expect(await abortedAfter(renew)).toBeLessThan(leaseMs);
  });

  it('asks for one renewal at a time', async () => {
    const renewals = vi.fn(() => new Promise<unknown>(() => {}));
    await abortedAfter(renewals);
    expect(renewals).toHaveBeenCalledTimes(1);
  });
});
