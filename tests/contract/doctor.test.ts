/** The report of `npm run admin -- doctor` on a sound installation, and on one broken in each way that it checks. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { runCommand } from '../../server/admin/commands.ts';
import { examineConfiguration, summarize } from '../../server/admin/doctor.ts';
import { type LenderProfile, sandboxProfiles } from '../../server/config/lender-profiles.ts';
import { contents } from '../../server/db/schema/documents.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { installationKey, markStore } from '../../server/documents/installation.ts';
import { productionEnv } from '../../server/testing/config.ts';
import { describeOnBothDatabases, type TestContext } from './both-databases.ts';
import { createKeyring } from '../../server/encryption/keyring.ts';
import { submitted } from './fixtures.ts';
import { contentOf, put, submittedWithLockedStatement, upload } from './uploads.ts';

const examine = ({ app: { services } }: TestContext, keyring = services.keyring) =>
  runCommand(
    {
      ...services,
      openObjects: async () => services.adapters.objects,
      openKeyring: async () => keyring,
    },
    { name: 'doctor' },
  );

describeOnBothDatabases('the doctor', (given) => {
  it('reports no fault on a sound installation', async () => {
    await submittedWithLockedStatement(given.app);
    const { ok, lines } = await examine(given);
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual(['Nothing is amiss.']);
    expect(ok).toBe(true);
    expect(lines.join('\n')).toMatch(/ok +Documents +1 looked up, each has its object/);
    expect(lines.join('\n')).toMatch(/ok +Passwords +1 is readable/);
  });

  /** The lines of what is amiss after `breakIt`, which answers how to mend it. */
  async function amissAfter(breakIt: () => Promise<() => Promise<unknown>>): Promise<string[]> {
    const mend = await breakIt();
    const { ok, lines } = await examine(given);
    await mend();
    expect(ok).toBe(false);
    expect(lines.at(-1)).toMatch(/^1 of 11 are amiss\.$/);
    expect((await examine(given)).ok).toBe(true);
    return lines.filter((line) => line.startsWith('AMISS'));
  }

  it('finds a document without its object, and an object without its row', async () => {
    const { app } = given;
    const { objects } = app.services.adapters;
    const { loan } = await submittedWithLockedStatement(app);
    const content = contentOf('png', [1]);
    const { body } = await upload(app, loan, content, 'pan_photo');
    const { key } = body.result.content as { key: string };
    expect(
      await amissAfter(async () => {
        await objects.remove(key);
        return () => objects.put(key, content, 'image/png');
      }),
    ).toEqual([expect.stringMatching(`Documents .*, 1 has no object, or another one: ${key}$`)]);

    const other = key.replace(loan.id, randomUUID());
    expect(
      await amissAfter(async () => {
        await objects.put(other, content, 'image/png');
        return () => objects.remove(other);
      }),
    ).toEqual([expect.stringMatching(`Objects .* 1 is one that the database does not know: ${other}$`)]);
    // An upload in progress is not a document yet.
    await put(app, loan, content);
    expect((await examine(given)).ok).toBe(true);
  });

  it('finds a store of another installation, and one that does not answer', async () => {
    const { app } = given;
    const { objects } = app.services.adapters;
    expect(
      await amissAfter(async () => {
        await objects.put(installationKey, Buffer.from(randomUUID()), 'text/plain');
        return () => markStore(app.db, objects, app.clock.now());
      }),
    ).toEqual([expect.stringMatching(/Object store +belongs to the database of another installation/)]);

    const lost = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const { ok, lines } = await runCommand(
      {
        ...app.services,
        openObjects: () => Promise.reject(lost),
        openKeyring: async () => app.services.keyring,
      },
      { name: 'doctor' },
    );
    expect(ok).toBe(false);
    expect(lines.filter((line) => line.endsWith('could not be examined (ECONNREFUSED)'))).toHaveLength(3);
    expect(lines.at(-1)).toBe('3 of 11 are amiss.');
  });

  it('reports values encrypted with another key', async () => {
    await submittedWithLockedStatement(given.app);
    const { ok, lines } = await examine(given, createKeyring(['another key']));
    const stored = await given.app.db.$count(contents, sql`${contents.password} is not null`);
    expect(ok).toBe(false);
    expect(lines.filter((line) => line.startsWith('AMISS'))).toEqual([
      expect.stringMatching(new RegExp(`Passwords +${stored} of ${stored} cannot be decrypted`)),
      expect.stringMatching(/Personal data +those of (\d+) of \1 loans cannot be decrypted/),
    ]);
  });

  it('reports jobs that have failed finally, and applications without a job', async () => {
    const { app } = given;
    const { db, clock } = app;
    const id = randomUUID();
    expect(
      await amissAfter(async () => {
        const now = clock.now();
        const job = { kind: 'message.sms', channel: 'sms', payload: { messageId: id }, attempts: 8 };
        await db.insert(jobs).values({ ...job, id, failedAt: now, runAt: now, createdAt: now });
        return async () => db.delete(jobs).where(eq(jobs.id, id));
      }),
    ).toEqual([expect.stringMatching(/Jobs +1 has failed for good: npm run admin -- list-failed-jobs/)]);

    const loan = await submitted(app);
    expect(
      await amissAfter(async () => {
        const of = eq(jobs.dedupeKey, `push:${loan.id}:15`);
        const removed = await db.delete(jobs).where(of).returning();
        return () => db.insert(jobs).values(removed);
      }),
    ).toEqual([expect.stringMatching(/Applications +1 waits for a lender without a job/)]);
  });
});

it('names lenders without a settlement account', () => {
  const { lenders } = sandboxProfiles;
  const profile = lenders[12] as LenderProfile;
  lenders[12] = { ...profile, settlementAccount: null };
  try {
    expect(examineConfiguration({ NODE_ENV: 'test' })).toContainEqual(
      expect.stringMatching(/^AMISS +Payees +no payments and mandates of lender 12: no settlementAccount/),
    );
  } finally {
    lenders[12] = profile;
  }
});

it('names the provider addresses that are not set', () => {
  const linesOf = (env: object) => examineConfiguration({ ...productionEnv, ...env });
  expect(linesOf({})).toContainEqual(
    expect.stringMatching(/^AMISS +Providers +.*: KYC_URL, MANDATE_URL, PAYMENTS_URL not set$/),
  );
  const of = (name: string) => ({ [`${name}_URL`]: 'https://company.example', [`${name}_KEY`]: 'k' });
  expect(linesOf({ ...of('KYC'), ...of('PAYMENTS') })).toContainEqual(
    expect.stringMatching(/^AMISS +Providers +.*: MANDATE_URL not set$/),
  );
  expect(linesOf({ ...of('KYC'), ...of('MANDATE'), ...of('PAYMENTS') })).toContainEqual(
    expect.stringMatching(/^ok +Providers/),
  );
});

it('lists each fault of the configuration', () => {
  expect(summarize(examineConfiguration({ NODE_ENV: 'test' }))).toMatchObject({ ok: true });
  const { ok, lines } = summarize(
    examineConfiguration({ NODE_ENV: 'test', SANDBOX: '1', PORT: 'x', LOG: 'y' }),
  );
  expect(ok).toBe(false);
  expect(lines).toEqual([
    expect.stringMatching(/^AMISS +Configuration +PORT must be/),
    expect.stringMatching(/^AMISS +Configuration +LOG must be/),
    '2 of 2 are amiss.',
  ]);
});
