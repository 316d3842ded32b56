/** A provider says that something has changed (decision 68): what is believed, and what follows from it. */
import { eq, like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { jobs } from '../../server/db/schema/servers.ts';
import { kycChecks, providerEvents } from '../../server/db/schema/servicing.ts';
import { applyRetention } from '../../server/retention/apply-retention.ts';
import { acceptedLoan } from './accepted-loan.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { providerEvent } from './provider-pages.ts';

const secondMs = 1000;
const dayMs = 24 * 60 * 60 * secondMs;

describeOnPostgresByDay('an event of a provider', (given) => {
  const requested = async () => {
    const { bearer, id } = await acceptedLoan(given.app);
    await given.app.call('startKyc', { bearer, body: { loan_id: id } });
    const [check] = await given.app.db.select().from(kycChecks).where(eq(kycChecks.loanId, id));
    if (!check) throw new Error('There is no check');
    return check;
  };
  const dueJobs = async (id: string) => {
    const found = await given.app.db
      .select()
      .from(jobs)
      .where(like(jobs.dedupeKey, `%${id}%`));
    return found.filter(({ runAt }) => runAt <= given.app.clock.now());
  };
  const send = (...event: Parameters<typeof providerEvent> extends [unknown, ...infer Rest] ? Rest : never) =>
    given.app.call('receiveProviderEvent', providerEvent(given.app, ...event));

  it('makes the server ask at once, and is recorded once however often it comes', async () => {
    const { id, providerReference: reference } = await requested();
    expect(await dueJobs(id)).toEqual([]);
    const event = providerEvent(given.app, 'kyc', { reference }, { eventId: `event-${id}` });
    const call = () => given.app.call('receiveProviderEvent', event);
    const answers = await Promise.all([call(), call(), call()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await dueJobs(id)).toMatchObject([{ kind: 'provider.check', payload: { provider: 'kyc', id } }]);
    const { db } = given.app;
    const rows = await db.select().from(providerEvents).where(eq(providerEvents.reference, reference));
    expect(rows).toMatchObject([{ provider: 'kyc', eventId: `event-${id}` }]);
  });

  it('is refused unsigned, signed by another, with another body, to another provider, and late', async () => {
    const { id, providerReference: reference } = await requested();
    const { clock, call } = given.app;
    const at = (seconds: number) => new Date(clock.now().getTime() + seconds * secondMs);
    const signed = providerEvent(given.app, 'kyc', { reference });
    const answers = [
      await call('receiveProviderEvent', { path: { provider: 'kyc' }, body: { reference } }),
      await send('kyc', { reference }, { secret: Buffer.alloc(32, 'x') }),
      await call('receiveProviderEvent', { ...signed, body: JSON.stringify({ reference: 'other' }) }),
      await call('receiveProviderEvent', {
        ...providerEvent(given.app, 'kyc', { reference }, { at: at(-301) }),
      }),
      await send('kyc', { reference }, { at: at(301) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 400, 400]);
    expect(await dueJobs(id)).toEqual([]);
    // Another provider's event asks about nothing of this one.
    expect((await send('payments', { reference })).status).toBe(200);
    expect(await dueJobs(id)).toEqual([]);
  });

  it('an event about an unknown request is answered and recorded like any other', async () => {
    const [known, unknown] = [
      await send('kyc', { reference: (await requested()).providerReference }),
      await send('kyc', { reference: 'nobody’s' }),
    ];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(await given.app.db.$count(providerEvents, eq(providerEvents.reference, 'nobody’s'))).toBe(1);
  });

  it('is deleted after 90 days', async () => {
    const { providerReference: reference } = await requested();
    await send('kyc', { reference });
    const { db, clock } = given.app;
    const count = () => db.$count(providerEvents, eq(providerEvents.reference, reference));
    clock.pass(90 * dayMs);
    await applyRetention(given.app.services);
    expect(await count()).toBe(1);
    clock.pass(1);
    await applyRetention(given.app.services);
    expect(await count()).toBe(0);
  });
});
