/** The passwords of documents are encrypted with keys that can be rotated while servers run. */
import { readFileSync } from 'node:fs';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../../server/admin/commands.ts';
import { contents } from '../../server/db/schema/documents.ts';
import { createKeyring, type Keyring } from '../../server/encryption/keyring.ts';
import { setKeyring } from '../../server/encryption/database-keyring.ts';
import { rotateKeys } from '../../server/admin/rotate-encryption.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import type { CookieJar } from './calls.ts';
import { signInOnce } from './desk.ts';
import { application, type CreatedLoan, saveApplication, withStudent } from './fixtures.ts';
import { contentOf, sha256, upload } from './uploads.ts';

const locked = readFileSync(new URL('../../server/documents/fixtures/aes-256.pdf', import.meta.url));
const type = 'bank_statement_3_months';

const [former, next, other] = ['former key', 'next key', 'other key'] as const;

describeOnBothDatabases('the keys of encrypted values', (given) => {
  let jar: CookieJar;
  let configured: Keyring;
  beforeAll(async () => {
    jar = await signInOnce(given.app);
    configured = given.app.services.keyring;
  });
  beforeEach(async () => {
    await given.app.db.update(contents).set({ password: null });
    serveWith(former);
  });
  afterEach(() => serveWithKeyring(configured));

  /** Restarts the servers with other keys, as far as a call notices. */
  const serveWith = (...keys: string[]) => serveWithKeyring(createKeyring(keys));
  const serveWithKeyring = (keyring: Keyring) => {
    given.app.services.keyring = keyring;
    setKeyring(given.app.db, keyring);
  };

  /** PAN and account number, in the loan and in its submission. */
  const numbersOfLoan = 4;

  async function withPassword(): Promise<CreatedLoan> {
    const loan = await withStudent(given.app);
    const { status } = await upload(given.app, loan, locked, type, { password: 'user' });
    expect(status).toBe(200);
    expect(await saveApplication(given.app, loan, application())).toMatchObject({ status: 200 });
    return loan;
  }

  async function shownPassword({ id }: CreatedLoan): Promise<string | null> {
    const path = { id, document_type: type, e_tag: sha256(locked) };
    const { status, body } = await given.app.call('showDocumentPassword', { path, jar });
    expect(status).toBe(200);
    return body.result.password;
  }

  const storedPasswords = async (): Promise<(string | null)[]> =>
    (
      await given.app.db
        .select({ password: contents.password })
        .from(contents)
        .where(isNotNull(contents.password))
    ).map(({ password }) => password);

  it('are rotated in batches while servers read, and the former key is then no longer needed', async () => {
    const loans = [await withPassword(), await withPassword(), await withPassword()];
    serveWith(former, next);
    expect(await shownPassword(loans[0] as CreatedLoan)).toBe('user');
    const keyring = createKeyring([next, former]);
    const rotating = rotateKeys(given.app.db, keyring, 2);
    const read = await Promise.all(loans.flatMap((loan) => [shownPassword(loan), shownPassword(loan)]));
    expect(read).toEqual(Array.from(read, () => 'user'));
    expect(await rotating).toEqual({ rotated: 3 * (1 + numbersOfLoan), unreadable: 0 });
    serveWith(next);
    expect(await Promise.all(loans.map(shownPassword))).toEqual(['user', 'user', 'user']);
    const isCurrent = (await storedPasswords()).map((text) => text?.startsWith(keyring.currentPrefix));
    expect(isCurrent).toEqual([true, true, true]);
    expect(await rotateKeys(given.app.db, keyring)).toEqual({ rotated: 0, unreadable: 0 });
  });

  it('are rotated by a command, which reports the values that it cannot read and keeps them', async () => {
    const [readable, unreadable] = [await withPassword(), await withPassword()];
    await given.app.db
      .update(contents)
      .set({ password: createKeyring([other]).encrypt('document password', 'elsewhere', 'x') })
      .where(eq(contents.loanId, unreadable.id));
    const { services } = given.app;
    const context = {
      ...services,
      openObjects: async () => services.adapters.objects,
      openKeyring: async () => createKeyring([next, former]),
    };
    const left = /^1 cannot be decrypted: /;
    expect(await runCommand(context, { name: 'rotate-keys' })).toEqual({
      ok: false,
      lines: [
        `${1 + 2 * numbersOfLoan} values are encrypted with the first key now.`,
        expect.stringMatching(left),
      ],
    });
    expect(await storedPasswords()).toHaveLength(2);
    serveWith(next);
    expect(await shownPassword(readable)).toBe('user');
  });

  it('a value with a missing key is shown as unreadable and logged', async () => {
    const loan = await withPassword();
    serveWith(other);
    given.app.lines.length = 0;
    expect(await shownPassword(loan)).toBeNull();
    expect(given.app.lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'password cannot be decrypted', loan: loan.id },
    ]);
    const path = { id: loan.id, document_type: type, e_tag: sha256(contentOf('pdf')) };
    expect((await given.app.call('showDocumentPassword', { path, jar })).status).toBe(404);
  });

  it('a value copied from another row is not decrypted', async () => {
    const [one, another] = [await withPassword(), await withPassword()];
    const password = given.app.db
      .$with('one')
      .as(
        given.app.db
          .select({ password: contents.password })
          .from(contents)
          .where(eq(contents.loanId, one.id)),
      );
    await given.app.db
      .with(password)
      .update(contents)
      .set({ password: sql`(select password from one)` })
      .where(and(eq(contents.loanId, another.id), isNotNull(contents.password)));
    expect(await shownPassword(one)).toBe('user');
    expect(await shownPassword(another)).toBeNull();
  });
});
