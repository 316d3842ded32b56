/** Standard answers: written by seniors, read by every reviewer. */
import { expect, it } from 'vitest';
import { limits } from '../../domain/values/limits.ts';
import { standardAnswers } from '../../server/db/schema/contact.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signInAs } from './desk.ts';

describeOnPostgres('standard answers', (given) => {
  it('are added, changed and deleted by a senior, and read by a reviewer', async () => {
    const { jar } = await signInAs(given.app, 'Mala', 'senior');
    const { jar: reader } = await signInAs(given.app, 'Latha R', 'reviewer');
    const list = async () => (await given.app.call('listStandardAnswers', { jar: reader })).body.result;
    const later = { title: 'Instalments', text: 'On the fifth.', language: 'en' };
    const first = { title: ' Foreclosure ', text: 'At no charge.\n', language: 'ta' };
    const { result } = (await given.app.call('addStandardAnswer', { jar, body: later })).body;
    await given.app.call('addStandardAnswer', { jar, body: first });
    expect(await list()).toMatchObject([
      { title: 'Foreclosure', text: 'At no charge.', language: 'ta' },
      later,
    ]);

    const path = { answer_id: result.id };
    const changed = { ...later, title: 'Debits' };
    const body = { jar, path, body: changed };
    expect((await given.app.call('updateStandardAnswer', body)).body.result).toEqual({
      ...changed,
      id: result.id,
    });
    expect((await given.app.call('updateStandardAnswer', { ...body, jar: reader })).status).toBe(403);
    expect((await given.app.call('deleteStandardAnswer', { jar: reader, path })).status).toBe(403);
    for (let times = 0; times < 2; times += 1)
      expect((await given.app.call('deleteStandardAnswer', { jar, path })).status).toBe(200);
    expect(await list()).toMatchObject([{ title: 'Foreclosure' }]);
  });

  it('cannot be added beyond their maximum number', async () => {
    const { jar } = await signInAs(given.app, 'Mala', 'senior');
    const row = {
      title: 'One',
      text: 'One',
      language: 'en',
      reviewerId: 'x',
      updatedAt: given.app.clock.now(),
    };
    const missing = limits.standardAnswersMax - (await given.app.db.$count(standardAnswers));
    await given.app.db
      .insert(standardAnswers)
      .values(Array.from({ length: missing }, () => ({ ...row, id: crypto.randomUUID() }) as never));
    const body = { title: 'One more', text: 'One more', language: 'en' };
    expect((await given.app.call('addStandardAnswer', { jar, body })).status).toBe(409);
  });
});
