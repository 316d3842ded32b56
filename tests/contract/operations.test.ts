/**
 * Calls every operation of the contract with good input on both databases and with bad input on PostgreSQL, and
 * validates each reply. The calls are in tests/contract/operations/, one file per audience.
 */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isJson, loadContract, type OperationId } from '../../server/contract/contract.ts';
import { isForPartners } from '../../server/developers/pages.ts';
import { databases, type TestDatabase } from '../support/databases.ts';
import { type App, openApp } from './app.ts';
import { servedCalls } from './specification-calls.ts';
import { providerCases } from './operations/providers.ts';
import { applicationCases } from './operations/applications.ts';
import type { Case } from './operations/case.ts';
import { contactCases } from './operations/contact.ts';
import { customerCases } from './operations/customers.ts';
import { deskServicingCases } from './operations/desk-servicing.ts';
import { deskCases } from './operations/desk.ts';
import { documentCases } from './operations/documents.ts';
import { masterCases } from './operations/masters.ts';
import { myLoanCases } from './operations/my-loans.ts';
import { offerCases } from './operations/offers.ts';
import { partnerCases } from './operations/partners.ts';
import { staffCases } from './operations/staff.ts';
import { personsKeptOutOf, strangersTo, untriedOperations } from './operations/strangers.ts';
import { webhookCases } from './operations/webhooks.ts';

const cases = {
  ...masterCases,
  ...contactCases,
  ...applicationCases,
  ...documentCases,
  ...customerCases,
  ...myLoanCases,
  ...offerCases,
  ...deskServicingCases,
  ...staffCases,
  ...deskCases,
  ...partnerCases,
  ...webhookCases,
  ...providerCases,
} satisfies Record<OperationId, Case>;

/** The examples that `RECORD_EXAMPLES=1` writes for the developers' page. */
const examples: Partial<Record<OperationId, { body: unknown; answer: unknown }>> = {};

/** Shortens each list to two entries, which are enough as an example. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (!isJson(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
};

afterAll(() => {
  if (!process.env.RECORD_EXAMPLES) return;
  const shown = loadContract().operations.filter(isForPartners);
  const recorded = Object.fromEntries(shown.map(({ id }) => [id, examples[id]]));
  writeFileSync('openapi/examples.json', `${JSON.stringify(recorded, null, 2)}\n`);
});

describe.each(databases)('the contract on $name', ({ open, kind }) => {
  let database: TestDatabase;
  let app: App;
  beforeAll(async () => {
    database = await open();
    app = await openApp(database);
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  describe.each(Object.entries(cases) as [OperationId, Case][])('%s', (id, { good, bad }) => {
    it('answers good input', async () => {
      const call = await good(app);
      const { status, body } = await app.call(id, call);
      expect(status).toBe(200);
      examples[id] = { body: shortened(call.body), answer: shortened(body) };
    });
    // Refusals do not depend on the database, so one is enough.
    if (kind === 'pglite') return;

    it.each(Object.entries(bad))('refuses %s', async (_, make) => {
      const [call, status] = await make(app);
      const answer = await app.call(id, call);
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/./) });
    });

    // The strangers share one prepared call, which none of them gets far enough to use up.
    let prepared: ReturnType<typeof good> | undefined;
    it.each(strangersTo(id))('refuses %s', async (_, headers, status) => {
      const call = await (prepared ??= good(app));
      const answer = await app.call(id, { ...call, headers: { ...call.headers, ...headers } });
      expect(answer.status).toBe(status);
    });

    it.each(personsKeptOutOf(id))('refuses %s', async (_, as, statuses) => {
      const answer = await app.call(id, await as(app, await (prepared ??= good(app))));
      expect(statuses, JSON.stringify(answer.body)).toContain(answer.status);
    });
  });

  if (kind === 'pglite') return;

  it('keeps somebody out of whatever an operation names by an id', () => {
    const say = 'tests/contract/operations/strangers.ts says who is kept out, or why nobody is';
    expect(untriedOperations(), say).toEqual([]);
  });

  it('called every operation with a 2xx and a 4xx', () => {
    const missing = loadContract().operations.filter(({ id }) => {
      const statuses = app.noted.filter((one) => one.id === id).map((one) => one.status);
      return !statuses.some((one) => one < 300) || !statuses.some((one) => one >= 400 && one < 500);
    });
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it.each(servedCalls())(
    '$specified of section 7 is $operation, with good and bad input',
    ({ operation }) => {
      expect(Object.keys(cases[operation].bad)).not.toEqual([]);
      const statuses = app.noted.filter(({ id }) => id === operation).map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.some((status) => status >= 400 && status < 500)).toBe(true);
    },
  );
});
