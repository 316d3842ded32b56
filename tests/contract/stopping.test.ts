/** A server that stops says so first, and drops no call. */
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { createLog } from '../../server/platform/log.ts';
import { apiBase } from '../../server/api/mount.ts';
import { startServer } from '../../server/app/start.ts';
import { callHeaders } from '../../server/testing/services.ts';
import { databases } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { person } from './fixtures.ts';

it.each(databases)(
  'on $name is not ready, takes calls while it drains, and ends those under way',
  async ({ open }) => {
    const database = await open();
    onTestFinished(() => database.drop());
    const env = {
      SANDBOX: '1',
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      // Longer than a busy machine takes for the calls below.
      DRAIN_MS: '4000',
      STOP_MS: '5000',
    };
    const config = readConfig({ ...env, DATA_DIR: database.dataDir, ...database.env });
    const lines: string[] = [];
    const server = await startServer(config, { log: createLog('all', (line) => lines.push(line)) });
    const url = server.url.replace('localhost', '127.0.0.1');
    const statusOf = async (path: string, headers = callHeaders()) =>
      (await fetch(url + path, { headers })).status;
    const banks = `${apiBase}/masters/bank_master`;
    expect(await statusOf('/readyz')).toBe(200);
    // Pages and the API are separate apps with the same browser headers.
    const securityHeadersOf = async (path: string) => {
      const { headers } = await fetch(url + path, { headers: callHeaders() });
      return ['permissions-policy', 'referrer-policy', 'x-content-type-options'].map((name) =>
        headers.get(name),
      );
    };
    expect(await securityHeadersOf(banks)).toEqual(await securityHeadersOf('/healthz'));
    expect(await securityHeadersOf(banks)).not.toContain(null);

    server.faults?.arm({ operation: 'listStates', fault: 'slow', ms: 5000 });
    const underWay = statusOf(`${apiBase}/masters/state_master`);
    // Its client disconnects, and the server continues it after all others.
    server.faults?.arm({ operation: 'createLoan', fault: 'slow', ms: 6000 });
    const leaving = new AbortController();
    const left = fetch(`${url}${apiBase}/v3/lender/loan/`, {
      ...{ method: 'POST', body: JSON.stringify(person), signal: leaving.signal },
      headers: { ...callHeaders(), 'content-type': 'application/json' },
    });
    const closed = server.close();
    await until(
      'the server is not ready',
      () => statusOf('/readyz'),
      (status) => status === 503,
    );
    expect(await statusOf('/healthz')).toBe(200);
    expect(await statusOf(banks)).toBe(200);
    leaving.abort();
    await expect(left).rejects.toThrow('abort');
    expect(await underWay).toBe(200);
    await closed;
    const logged = lines.map((line) => JSON.parse(line) as { op?: string });
    expect(logged.filter(({ op }) => op === 'createLoan')).toMatchObject([{ status: 200 }]);
    await expect(fetch(url + banks)).rejects.toThrow();
  },
);
