/** Files of documents as they were kept before there was an object store. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contents, documents } from '../db/schema/documents.ts';
import { loans } from '../db/schema/loans.ts';
import { apiKeys } from '../db/schema/partners.ts';
import { submissions } from '../db/schema/review.ts';
import { openTestServices, type TestServices } from '../testing.ts';
import { migrateLegacyFiles } from './migrate-files.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const folderOf = (loanId: string) => join(services.config.dataDir, 'objects', loanId, 'fee_receipt');

function keepFile(loanId: string, text: string, name = hashOf(text)): void {
  mkdirSync(folderOf(loanId), { recursive: true });
  writeFileSync(join(folderOf(loanId), name), text);
}

/** A loan that was submitted with `before` and has `now`. */
async function aLoan(now: string, before: string): Promise<string> {
  const { db, clock } = services;
  const loanId = randomUUID();
  const at = clock.now();
  const [apiKey] = await db.select().from(apiKeys);
  await db.insert(loans).values({
    id: loanId,
    partnerId: apiKey?.partnerId ?? '',
    apiKeyId: apiKey?.id ?? '',
    name: 'Kavitha',
    email: 'k@parent.example',
    mobile: '9840012345',
    createdAt: at,
    updatedAt: at,
  });
  const [sha256, type] = [hashOf(now), 'fee_receipt'];
  const key = `documents/${loanId}/${type}/${sha256}`;
  await db.insert(contents).values({
    key,
    loanId,
    type,
    sha256,
    size: now.length,
    contentType: 'image/png',
    scan: 'not_scanned',
    uploadedAt: at,
  });
  await db.insert(documents).values({
    loanId,
    type,
    key,
    createdAt: at,
  });
  const former = { e_tag: hashOf(before), size: 1, content_type: 'application/pdf', uploaded_at: '' };
  await db.insert(submissions).values({
    id: randomUUID(),
    loanId,
    number: 1,
    submittedAt: at,
    documents: { fee_receipt: former },
  });
  return loanId;
}

const stored = async (loanId: string, text: string): Promise<string | undefined> => {
  const { objects } = services.adapters;
  const key = `documents/${loanId}/fee_receipt/${hashOf(text)}`;
  const found = await objects.head(key);
  const chunks: Uint8Array[] = [];
  for await (const chunk of (found && (await objects.read(key, found.eTag))) ?? []) chunks.push(chunk);
  return found && Buffer.concat(chunks).toString();
};

it('what a loan has and was sent with is taken into the documents, and nothing is left beside it', async () => {
  const loanId = await aLoan('now', 'before');
  for (const text of ['now', 'before', 'replaced']) keepFile(loanId, text);
  keepFile(loanId, 'half', `${randomUUID()}.part`);
  const puts: string[] = [];
  const { objects } = services.adapters;
  const watched = { ...services.adapters, objects: { ...objects, put: watch } };
  async function watch(...about: Parameters<typeof objects.put>) {
    puts.push(about[0]);
    // It ends after the first.
    if (puts.length === 2) throw new Error('The store is down');
    return objects.put(...about);
  }
  await migrateLegacyFiles({ ...services, adapters: watched });
  expect(existsSync(folderOf(loanId))).toBe(true);

  await migrateLegacyFiles(services);
  await migrateLegacyFiles(services);
  expect(await stored(loanId, 'now')).toBe('now');
  expect(await stored(loanId, 'before')).toBe('before');
  expect(await stored(loanId, 'replaced')).toBeUndefined();
  expect(existsSync(folderOf(loanId))).toBe(false);
  expect(services.lines.join()).not.toContain(loanId);
});

it('a file that is not what it was stays where it is, and so does that of a loan that is not here', async () => {
  const loanId = await aLoan('right', 'before');
  keepFile(loanId, 'wrong', hashOf('right'));
  const stranger = randomUUID();
  keepFile(stranger, 'theirs');
  await migrateLegacyFiles(services);
  expect(await stored(loanId, 'right')).toBeUndefined();
  expect(existsSync(join(folderOf(loanId), hashOf('right')))).toBe(true);
  expect(existsSync(folderOf(stranger))).toBe(true);
  await services.db.delete(documents).where(eq(documents.loanId, loanId));
});
