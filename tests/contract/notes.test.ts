/** Notes of reviewers for their colleagues (decision 6): in the timeline of the desk, and nowhere else. */
import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { limits } from '../../domain/values/limits.ts';
import { webhookEndpoints } from '../../server/db/schema/webhooks.ts';
import { addPartnerMember } from '../../server/partner-view/members.ts';
import { demoPartnerId } from '../../server/partners/api-keys.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signedUp } from './customers.ts';
import { type CreatedLoan, readLoan, submitted } from './fixtures.ts';
import { errorsOf, reviewCalls } from './review-calls.ts';
import { deliveriesTo, storedEndpoint } from './webhook-endpoints.ts';

const text = 'The father called: the account is the grandmother’s.';

describeOnPostgres('a note', (given) => {
  const { staff, read, historyOf } = reviewCalls(given);
  const written = ({ id }: CreatedLoan, note: object) =>
    given.app.call('addNote', {
      jar: staff.mala.jar,
      path: { id },
      body: { note_id: randomUUID(), text, ...note },
    });
  const notesOf = async (id: string) => (await historyOf(id)).filter(({ act }) => act === 'note.added');

  it('stands in the timeline with its author and time, and changes nothing else of the application', async () => {
    const opened = await submitted(given.app);
    const before = await read(opened.id);
    expect(await written(opened, { text: `  ${text}\n` })).toMatchObject({ status: 200 });
    expect(await notesOf(opened.id)).toMatchObject([
      {
        ...{ actor: 'reviewer', actor_name: 'Mala', at: given.app.clock.now().toISOString() },
        ...{ field: null, details: { message: text } },
      },
    ]);
    expect(await read(opened.id)).toEqual(before);
  });

  it('a note sent twice is stored once', async () => {
    const opened = await submitted(given.app);
    const note = { note_id: randomUUID() };
    const answers = await Promise.all([written(opened, note), written(opened, note)]);
    expect([...answers, await written(opened, note)].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await notesOf(opened.id)).toHaveLength(1);
    await written(opened, {});
    expect(await notesOf(opened.id)).toHaveLength(2);
  });

  it('refuses an empty text and a text over the limit', async () => {
    const opened = await submitted(given.app);
    const refused = (sent: string) => errorsOf(written(opened, { text: sent }), 400);
    expect(await refused(' \n ')).toEqual([['text', 'review.error.noteMissing']]);
    expect(await refused('x'.repeat(limits.noteMaxLength + 1))).toEqual([['text', 'common.error.tooLong']]);
    expect(await notesOf(opened.id)).toEqual([]);
  });

  it('is read neither by the applicant nor by the partner, nor told to its server', async () => {
    const endpoint = await storedEndpoint(given.app);
    onTestFinished(async () => {
      await given.app.db.delete(webhookEndpoints);
    });
    const opened = await submitted(given.app);
    const { db, clock } = given.app;
    const heard = await deliveriesTo(given.app, endpoint);
    expect((await written(opened, {})).status).toBe(200);
    const member = await signedUp(given.app);
    await addPartnerMember(db, { mobile: member.mobile, partnerId: demoPartnerId, now: clock.now() });
    const { bearer } = member;
    const answers = [
      await given.app.call('readPartner', { bearer }),
      await given.app.call('listPartnerApplications', { bearer, body: {} }),
      await given.app.call('exportPartnerApplications', { bearer, body: { language: 'en' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const shown = [await readLoan(given.app, opened), ...answers.map(({ body }) => body)];
    expect(JSON.stringify(shown)).not.toContain('grandmother');
    expect(await deliveriesTo(given.app, endpoint)).toEqual(heard);
  });
});
