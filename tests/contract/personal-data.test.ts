/** PAN and account number: in clear in what people read, encrypted in every row (decision 66). */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { loans } from '../../server/db/schema/loans.ts';
import { submissions } from '../../server/db/schema/review.ts';
import { createKeyring, type Keyring } from '../../server/encryption/keyring.ts';
import { setKeyring } from '../../server/encryption/database-keyring.ts';
import { rotateKeys } from '../../server/admin/rotate-encryption.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import type { CookieJar } from './calls.ts';
import { signInOnce } from './desk.ts';
import {
  application,
  type CreatedLoan,
  decide,
  push,
  readLoan,
  saveApplication,
  submitted,
  withStudent,
} from './fixtures.ts';
import { columnsOf } from './stored-columns.ts';
import { columnTexts } from './stored-texts.ts';

const pan = 'ENCPT4321R';
const accounts = ['88001122334455', '88001122330000'] as const;
const account = 'bank_details.bank_account_no';
const numbers = { 'personal_details.pan': pan, [account]: accounts[0] };

describeOnPostgresByDay('PAN and account number', (given) => {
  let jar: CookieJar;
  beforeAll(async () => {
    jar = await signInOnce(given.app);
  });

  const placesOf = async (text: string, keyring: Keyring | null) => {
    const found = await columnTexts(given.app.db, keyring);
    return [...new Set(found.filter((one) => one.text.includes(text)).map(({ place }) => place))].toSorted();
  };

  /** Typed, submitted, asked about, answered and pushed. */
  async function pushed(): Promise<CreatedLoan> {
    const loan = await withStudent(given.app);
    const path = { id: loan.id, step: 'applicant' };
    const keep = { path, token: loan.token, headers: { 'if-match': '0' }, body: { body: numbers } };
    expect(await given.app.call('keepDraft', keep)).toMatchObject({ status: 200 });
    // A repeat whose answer got lost.
    expect(await given.app.call('keepDraft', keep)).toMatchObject({ status: 200 });
    const draft = await given.app.call('getDraft', { path, token: loan.token });
    expect(draft.body.result).toEqual({ version: 1, body: numbers });
    expect(await placesOf(pan, null)).not.toContain('drafts.body');
    expect(await saveApplication(given.app, loan, application('4321', numbers))).toMatchObject({
      status: 200,
    });
    const raise = [{ field: account, reason: 'unclear' as const, message: 'Is it yours?' }];
    expect(await decide(given.app, jar, loan.id, { raise })).toMatchObject({ status: 200 });
    const answers = { customerConsent: true, [account]: accounts[1] };
    expect(await saveApplication(given.app, loan, answers)).toMatchObject({ status: 200 });
    const accept = (await readLoan(given.app, loan)).queries.map(({ id }) => id);
    expect(await decide(given.app, jar, loan.id, { accept })).toMatchObject({ status: 200 });
    const sent = { ...loan, loan: await readLoan(given.app, loan) };
    expect((await push(given.app, sent)).body.result).toMatchObject({ status: 'APPROVED' });
    return loan;
  }

  it('are shown in clear, and stored in clear by the sandbox lender only', async () => {
    const loan = await pushed();
    const { personal_details, bank_details } = await readLoan(given.app, loan);
    expect([personal_details.pan, bank_details.bank_account_no]).toEqual([pan, accounts[1]]);
    const { body: timeline } = await given.app.call('getTimeline', { path: { id: loan.id }, jar });
    const entries = timeline.result as { field: string | null; act: string }[];
    const changed = entries.filter(({ field, act }) => field === account && act === 'field.changed');
    expect(changed).toMatchObject([{ before: accounts[0], after: accounts[1] }]);
    const { body } = await given.app.call('getApplication', { path: { id: loan.id }, jar });
    expect(body.result.changes).toMatchObject([{ field: account, before: accounts[0], after: accounts[1] }]);

    expect(await placesOf(pan, null)).toEqual(['sandbox_lender_loans.request']);
    for (const number of accounts) expect(await placesOf(number, null)).toEqual([]);
    const stored = await placesOf(accounts[1], given.app.services.keyring);
    expect(stored).toEqual(['loans.bank_details', 'submissions.fields', 'timeline.after']);
  });

  it('are encrypted in each column that has the fields of an application', async () => {
    const [, open] = [await pushed(), await withStudent(given.app)];
    const path = { id: open.id, step: 'applicant' };
    const draft = { path, token: open.token, headers: { 'if-match': '0' }, body: { body: numbers } };
    expect(await given.app.call('keepDraft', draft)).toMatchObject({ status: 200 });
    const texts = [pan, ...accounts];
    const read = await Promise.all(texts.map((text) => placesOf(text, given.app.services.keyring)));
    const columns = columnsOf('fields').map(({ table, name }) => `${table}.${name}`);
    const unseen = columns.filter((place) => !read.flat().includes(place));
    expect(unseen, 'no number of these loans gets into them').toEqual([]);
    const clear = await Promise.all(texts.map((text) => placesOf(text, null)));
    expect(columns.filter((place) => clear.flat().includes(place))).toEqual([]);
  });

  it('are encrypted again with the next key, and then need the former one no more', async () => {
    const loan = await pushed();
    const { db, services } = given.app;
    const next = createKeyring(['the next key of a test', 'unused']);
    const both = { ...next, decrypt: firstOf(next, services.keyring) };
    expect(await rotateKeys(db, both, 2)).toMatchObject({ unreadable: 0 });
    try {
      setKeyring(db, next);
      expect((await readLoan(given.app, loan)).bank_details.bank_account_no).toBe(accounts[1]);
      const body = { text: pan, page_length: 100 };
      const { result } = (await given.app.call('searchApplications', { jar, body })).body;
      expect(result.items.map(({ loan_id: id }: { loan_id: string }) => id)).toContain(loan.id);
      expect(await rotateKeys(db, next)).toEqual({ rotated: 0, unreadable: 0 });
      // The check covers all columns: a value that the rotation misses is unreadable once the former key is gone.
      expect(await placesOf(services.keyring.currentPrefix, null)).toEqual([]);
    } finally {
      await rotateKeys(db, { ...services.keyring, decrypt: firstOf(next, services.keyring) });
      setKeyring(db, services.keyring);
    }
  });

  it('cannot be decrypted in another loan', async () => {
    const [one, other] = [await submitted(given.app), await submitted(given.app)];
    const { db } = given.app;
    const [stored] = await db.select().from(loans).where(eq(loans.id, one.id));
    await db
      .update(loans)
      .set({ bankDetails: stored?.bankDetails ?? {} })
      .where(eq(loans.id, other.id));
    expect((await readLoan(given.app, other)).bank_details.bank_account_no).toBeNull();
    await expect(
      db
        .update(submissions)
        .set({ fields: sql`${submissions.fields}` })
        .where(eq(submissions.loanId, one.id)),
    ).rejects.toThrow();
  });
});

const firstOf =
  (...keyrings: Keyring[]): Keyring['decrypt'] =>
  (...value) =>
    keyrings.map((keyring) => keyring.decrypt(...value)).find((text) => text !== undefined);
