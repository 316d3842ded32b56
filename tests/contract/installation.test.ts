/** A database and an object store that do not belong together: nothing starts on them and nothing is deleted. */
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../server/admin/commands.ts';
import { createApiKeyCache } from '../../server/partners/api-key-cache.ts';
import { findPagePartner } from '../../server/partners/api-keys.ts';
import { demoReviewer } from '../../server/sandbox/demo-reviewer.ts';
import { cleanUpDocuments } from '../../server/documents/cleanup.ts';
import {
  bindStore,
  InstallationMismatch,
  installationKey,
  openInstallation,
  StoreUnavailable,
} from '../../server/documents/installation.ts';
import { embedded } from '../support/databases.ts';
import { callsOf, openApp } from './app.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import type { Callable } from './calls.ts';
import { signInOnce } from './desk.ts';
import { createdLoan } from './fixtures.ts';
import { contentOf, upload } from './uploads.ts';

const hourMs = 3_600_000;

describeOnBothDatabases('an installation', (given) => {
  it("never deletes the documents of another database's installation, and does not start on them", async () => {
    const { services, clock } = given.app;
    const loan = await createdLoan(given.app);
    const { body } = await upload(given.app, loan, contentOf('png'), 'pan_photo');
    const isThere = async () => (await services.adapters.objects.head(body.result.content.key)) !== undefined;

    const other = embedded();
    const otherApp = await openApp(other);
    try {
      const mixed = { ...services, db: otherApp.db };
      for (let day = 0; day < 9; day += 1) {
        clock.pass(24 * hourMs);
        await expect(cleanUpDocuments(mixed)).rejects.toThrow(InstallationMismatch);
      }
      expect(await isThere()).toBe(true);
      await expect(bindStore(otherApp.db, services.adapters.objects, clock.now())).rejects.toThrow(
        /belongs to the database of another installation.*adopt-store/,
      );
      // A store that has lost its id, and has documents that the other database does not know.
      await services.adapters.objects.remove(installationKey);
      await expect(bindStore(otherApp.db, services.adapters.objects, clock.now())).rejects.toThrow(
        InstallationMismatch,
      );
      expect(await isThere()).toBe(true);
    } finally {
      await otherApp.close();
      await other.drop();
    }
  });

  it('reports an unreadable store when the store does not answer', async () => {
    const { db, services, clock } = given.app;
    const lost = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:443'), { code: 'ECONNREFUSED' });
    const objects = { ...services.adapters.objects, head: () => Promise.reject(lost) };
    const binding = bindStore(db, objects, clock.now());
    await expect(binding).rejects.toThrow(StoreUnavailable);
    await expect(binding).rejects.toThrow(/cannot be read.*check the S3 settings.*\(ECONNREFUSED\)$/);
  });

  it('refuses a store without its id, and adopts it by a command', async () => {
    const { db, services, clock } = given.app;
    const { objects } = services.adapters;
    // The test before left the store without its id.
    await expect(bindStore(db, objects, clock.now())).rejects.toThrow(/has no installation id/);
    const adopted = await runCommand(
      { ...services, openObjects: async () => objects, openKeyring: async () => services.keyring },
      { name: 'adopt-store' },
    );
    expect(adopted).toMatchObject({ ok: true });
    await bindStore(db, objects, clock.now());
    await cleanUpDocuments(services);
  });

  it('a production server refuses the demo key, demo reviewer and sessions of a sandbox’s database', async () => {
    const { services, call } = given.app;
    const config = { ...services.config, sandbox: false };
    const apiKeys = createApiKeyCache(services.db, { sandbox: false });
    onTestFinished(() => apiKeys.close());
    const production = callsOf({ ...services, config, apiKeys });
    const jar = await signInOnce(given.app);
    const loan = await createdLoan(given.app);
    const { email, password } = demoReviewer;
    const statuses = async (app: Callable) => [
      (await app.call('listStates')).status,
      (await app.call('listDocuments', { path: { id: loan.id }, token: loan.token })).status,
      (await app.call('signIn', { jar: {}, body: { email, password } })).status,
      (await app.call('currentReviewer', { jar: { ...jar } })).status,
    ];
    expect(await statuses({ call })).toEqual([200, 200, 200, 200]);
    expect(await statuses(production)).toEqual([401, 401, 401, 401]);
    expect(await findPagePartner(services.db, { partnerId: 'demo' }, { sandbox: false })).toBeUndefined();
    expect(await findPagePartner(services.db, { partnerId: 'demo' }, { sandbox: true })).toBeDefined();
  });

  it('a database opened in production is never opened as a sandbox again', async () => {
    const { db, clock } = given.app;
    expect(await openInstallation(db, true, clock.now())).toMatchObject({ mode: 'sandbox' });
    const { id } = await openInstallation(db, false, clock.now());
    await expect(openInstallation(db, true, clock.now())).rejects.toThrow(/SANDBOX=1.*production/);
    expect(await openInstallation(db, false, clock.now())).toMatchObject({ id, mode: 'production' });
  });
});
