/** The events that partners hear of: each act has one, stored with it, for each endpoint that asks for it. */
import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { transaction } from '../../server/db/open.ts';
import { webhookDeliveries, webhookEndpoints } from '../../server/db/schema/webhooks.ts';
import { eraseLoan } from '../../server/retention/erase-loan.ts';
import { applyRetention } from '../../server/retention/apply-retention.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { appendToTimeline } from '../../server/timeline/timeline.ts';
import { onDeliveriesStored } from '../../server/webhooks/store-deliveries.ts';
import { describeOnBothDatabases, describeOnPostgres, type TestContext } from './both-databases.ts';
import { signedUp } from './customers.ts';
import { signInOnce } from './desk.ts';
import {
  application,
  createdLoan,
  push,
  readLoan,
  saveApplication,
  sentBack,
  submitted,
} from './fixtures.ts';
import { ScriptedLender } from './scripted-lender.ts';
import { deliveriesTo, eventsOf, storedEndpoint } from './webhook-endpoints.ts';

const lender = new ScriptedLender();
const dayMs = 24 * 60 * 60_000;

const removeEndpointsOf = (given: TestContext) =>
  afterEach(async () => {
    await given.app.db.delete(webhookEndpoints);
  });

describeOnBothDatabases(
  'an event of a partner',
  (given) => {
    removeEndpointsOf(given);
    const answer = (status: string) => ({ kind: 'answered', result: { status } }) as const;

    it('is stored for each change of state, once for each endpoint, in the order of the changes', async () => {
      const endpoints = [await storedEndpoint(given.app), await storedEndpoint(given.app)];
      const jar = await signInOnce(given.app);
      lender.onPush = () => answer('PENDING');
      const opened = await submitted(given.app);
      await push(given.app, opened);
      await sentBack(given.app, jar, opened, ['personal_details.pan']);
      const corrected = await saveApplication(given.app, opened, application('4321'));
      expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
      lender.onPush = () => answer('APPROVED');
      await push(given.app, { ...opened, loan: corrected.body.result });
      const events = await eventsOf(given.app, opened.id);
      expect(events.map(({ type }) => type)).toEqual([
        'application.created',
        'application.submitted',
        'application.pending',
        'application.sent_back',
        'application.submitted',
        'application.approved',
      ]);
      for (const endpoint of endpoints) {
        const deliveries = await deliveriesTo(given.app, endpoint);
        expect(deliveries.map(({ eventId, type }) => ({ id: eventId, type }))).toEqual(events);
        expect(deliveries.every(({ state, attempts }) => state === 'pending' && attempts === 0)).toBe(true);
      }
    });

    it('names the application and the event, and contains no personal data', async () => {
      const endpoint = await storedEndpoint(given.app, { test: true });
      const { id } = await createdLoan(given.app, { test: true });
      const [delivery] = await deliveriesTo(given.app, endpoint);
      expect(JSON.parse(delivery?.body ?? '')).toEqual({
        type: 'application.created',
        timestamp: given.app.clock.now().toISOString(),
        data: { application_id: id, sequence: Number(delivery?.eventId.slice('evt_'.length)), test: true },
      });
    });

    it('goes to the endpoints of its partner and mode that subscribe to its type', async () => {
      const { app } = given;
      const school = await createTestPartner(app.db, { name: 'A school', now: app.clock.now() });
      const [all, approvals, tests, others, off] = [
        await storedEndpoint(app),
        await storedEndpoint(app, { types: ['application.approved', 'application.submitted'] }),
        await storedEndpoint(app, { test: true }),
        await storedEndpoint(app, { partnerId: school.partnerId }),
        await storedEndpoint(app, { disabled: 'by_hand' }),
      ];
      await submitted(app);
      // A loan of the consumer app belongs to the customer alone, not to a partner.
      const { bearer } = await signedUp(app);
      expect((await app.call('createMyLoan', { bearer, body: {} })).status).toBe(200);
      const typesAt = async (endpoint: { id: string }) =>
        (await deliveriesTo(app, endpoint)).map(({ type }) => type);
      expect(await typesAt(all)).toEqual(['application.created', 'application.submitted']);
      expect(await typesAt(approvals)).toEqual(['application.submitted']);
      for (const endpoint of [tests, others, off]) expect(await typesAt(endpoint)).toEqual([]);
      await createdLoan(app, { test: true });
      expect(await typesAt(tests)).toEqual(['application.created']);
      await app.call('createLoan', {
        headers: { authorization: school.key },
        body: { name: 'Asha Pillai', phone: '9840011111', email: 'asha@parent.example' },
      });
      expect(await typesAt(others)).toEqual(['application.created']);
    });

    it('a lender answer that leaves the status unchanged sends no event', async () => {
      const endpoint = await storedEndpoint(given.app, { types: ['application.pending'] });
      const opened = await submitted(given.app);
      lender.onPush = () => answer('PENDING');
      await push(given.app, opened);
      lender.onFind = () => ({
        ...{ kind: 'answered', submission: 1 },
        result: { status: 'PENDING', url: 'https://lender.example/again' },
      });
      const refreshed = await given.app.call('refreshVerdict', {
        path: { id: opened.id },
        token: opened.token,
      });
      expect(refreshed.status, JSON.stringify(refreshed.body)).toBe(200);
      expect((await readLoan(given.app, opened)).status).toBe('pending');
      expect(await deliveriesTo(given.app, endpoint)).toHaveLength(1);
    });

    it('a rolled-back act stores no event, and a committed one wakes the sender', async () => {
      const endpoint = await storedEndpoint(given.app);
      const { id } = await createdLoan(given.app);
      let woken = 0;
      const stop = onDeliveriesStored(() => (woken += 1));
      const disburse = (fails: boolean) =>
        transaction(given.app.db, async (tx) => {
          const at = given.app.clock.now();
          const entry = { loanId: id, at, by: 'system', act: 'servicing.stage' } as const;
          await appendToTimeline(tx, { ...entry, before: 'advance_paid', after: 'disbursed' });
          expect(woken).toBe(0);
          if (fails) throw new Error('The act fails');
        });
      try {
        await expect(disburse(true)).rejects.toThrow('The act fails');
        expect([woken, (await deliveriesTo(given.app, endpoint)).length]).toEqual([0, 1]);
        await disburse(false);
        const types = (await deliveriesTo(given.app, endpoint)).map(({ type }) => type);
        expect([woken, types]).toEqual([1, ['application.created', 'loan.disbursed']]);
      } finally {
        stop();
        given.app.handWritten.set(id, 'its disbursal has no lender loan');
      }
    });

    it('an event is deleted with the personal data of its application or at the end of its period', async () => {
      const endpoint = await storedEndpoint(given.app);
      const [erased, other] = [await submitted(given.app), await submitted(given.app)];
      expect(await eraseLoan(given.app.services, erased.id)).toBe('erased');
      const left = async () => (await deliveriesTo(given.app, endpoint)).map(({ loanId }) => loanId);
      expect(await left()).toEqual([other.id, other.id]);
      const old = { createdAt: new Date(given.app.clock.now().getTime() - 90 * dayMs) };
      await given.app.db
        .update(webhookDeliveries)
        .set(old)
        .where(eq(webhookDeliveries.type, 'application.created'));
      await applyRetention(given.app.services);
      expect(await left()).toEqual([other.id]);
    });
  },
  { lenders: { 15: lender } },
);

describeOnPostgres('the acts of a partner at the same time', (given) => {
  removeEndpointsOf(given);

  it('go on while an endpoint is deleted', async () => {
    const [going, staying] = [await storedEndpoint(given.app), await storedEndpoint(given.app)];
    let creating: Promise<unknown> = Promise.resolve();
    await transaction(given.app.db, async (tx) => {
      await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, going.id));
      creating = createdLoan(given.app);
      // The act waits for the deletion.
      await expect
        .poll(async () => {
          const rows = await given.database.query(
            `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%webhook_deliveries%'`,
          );
          return rows.length;
        })
        .toBe(1);
    });
    await creating;
    expect(await deliveriesTo(given.app, staying)).toHaveLength(1);
  });

  it('do not wait for one another even while a transaction is open', async () => {
    const endpoint = await storedEndpoint(given.app);
    const opened = await createdLoan(given.app);
    await transaction(given.app.db, async (tx) => {
      const at = given.app.clock.now();
      await appendToTimeline(tx, { loanId: opened.id, at, by: 'system', act: 'application.submitted' });
      // Another transaction is committed while this one is open.
      await Promise.all([createdLoan(given.app), createdLoan(given.app)]);
    });
    given.app.handWritten.set(opened.id, 'its submission was not one');
    expect(await deliveriesTo(given.app, endpoint)).toHaveLength(4);
  });
});
