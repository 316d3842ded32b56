/** The acts that each role of staff may perform, and the applications that it sees. */
import { expect, it } from 'vitest';
import { setPartnerAccess, setRole } from '../../server/staff/reviewers.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signInAs } from './desk.ts';
import { submittedWithLockedStatement } from './uploads.ts';

const demoPartner = 'demo';

describeOnPostgres('the permissions of staff', (given) => {
  it('hide the applications of a partner from staff without access to it', async () => {
    const { db, clock } = given.app;
    const { loan, path } = await submittedWithLockedStatement(given.app);
    const { jar, email } = await signInAs(given.app, 'Latha R', 'senior');
    const { partnerId } = await createTestPartner(db, { name: 'Another', now: clock.now() });
    await setPartnerAccess(db, email, partnerId, true);
    const open = { jar, path: { id: loan.id } };
    const queue = async () =>
      (await given.app.call('searchApplications', { jar, body: { page_length: 100 } })).body.result;
    const statuses = async () => {
      const application = await given.app.call('getApplication', open);
      const version = application.body.result?.version ?? 1;
      const raise = [{ field: 'personal_details.pan', reason: 'unreadable', message: 'Please look again' }];
      return [
        application.status,
        (await given.app.call('getTimeline', open)).status,
        (await given.app.call('keepPresence', open)).status,
        (await given.app.call('addNote', { ...open, body: { note_id: loan.id, text: 'Seen' } })).status,
        (await given.app.call('addressOfContent', { jar, path })).status,
        (await given.app.call('showDocumentPassword', { jar, path })).status,
        (await given.app.call('pushApplication', { ...open, body: { version: version + 9 } })).status,
        (await given.app.call('actOnApplication', { ...open, body: { version, raise } })).status,
      ];
    };
    expect(await queue()).toMatchObject({ items: [], total: 0, institutions: [], partners: [] });
    expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404, 404, 404]);

    await setPartnerAccess(db, email, demoPartner, true);
    expect((await queue()).items.map(({ loan_id }: { loan_id: string }) => loan_id)).toContain(loan.id);
    expect((await queue()).partners).toEqual([{ id: demoPartner, name: 'Demo' }]);
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200, 409, 200]);
    await setPartnerAccess(db, email, demoPartner, false);
    expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404, 404, 404]);
  });

  it('allow a push to a senior but not to a reviewer, who has no button for it', async () => {
    const { loan } = await submittedWithLockedStatement(given.app);
    const { jar, email } = await signInAs(given.app, 'Latha R', 'reviewer');
    await setPartnerAccess(given.app.db, email, demoPartner, true);
    const open = { jar, path: { id: loan.id } };
    const read = async () => (await given.app.call('getApplication', open)).body.result;
    const { version, can_push } = await read();
    expect(can_push).toBe(false);
    expect((await given.app.call('pushApplication', { ...open, body: { version } })).status).toBe(403);
    await setRole(given.app.db, email, 'senior');
    expect((await read()).can_push).toBe(true);
    expect((await given.app.call('pushApplication', { ...open, body: { version } })).status).toBe(200);
  });
});
