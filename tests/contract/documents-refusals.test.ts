/** An invalid document is refused at its field and none of it is stored (specification, sections 3, 5 and 7). */
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { limits } from '../../domain/values/limits.ts';
import { groupLimits } from '../../packages/object-store/quota.ts';
import type { DocumentType } from '../../domain/values/wire.ts';
import type { Objects } from '../../server/adapters/objects.ts';
import { describeOnPostgres } from './both-databases.ts';
import { createdLoan } from './fixtures.ts';
import { add, contentOf, put, addDocumentBody, pdf } from './uploads.ts';
import { documentCalls } from './document-calls.ts';

const locked = pdf('aes-256');
const statement = 'bank_statement_3_months';

describeOnPostgres('a document that is refused', (given) => {
  const { give, rowsOf, storedContentOf, versionOf } = documentCalls(given);
  let objects: Objects;
  beforeAll(() => {
    objects = given.app.services.adapters.objects;
  });
  afterEach(() => vi.restoreAllMocks());

  type Wrong = {
    content?: Uint8Array;
    type?: DocumentType;
    more?: object;
    status?: number;
    refused: [field: string, code: string];
  };
  const wrongs: Record<string, Wrong> = {
    'a size other than that of the file': { more: { size: 3 }, refused: ['size', 'document.error.missing'] },
    'a hash other than that of the file': {
      more: { e_tag: 'a'.repeat(64) },
      refused: ['e_tag', 'document.error.missing'],
    },
    'an empty file': { content: Buffer.alloc(0), refused: ['key', 'document.error.empty'] },
    'a receipt of more than 5 MiB': {
      content: Buffer.alloc(limits.receiptMaxBytes + 1),
      type: 'fee_receipt',
      status: 413,
      refused: ['key', 'document.error.tooLarge'],
    },
    'a page of HTML': {
      content: contentOf('text'),
      status: 415,
      refused: ['key', 'document.error.type'],
    },
    'a locked PDF of a type that takes no password': {
      content: locked,
      refused: ['key', 'document.error.locked'],
    },
    'a password for a file that is not locked': {
      more: { password: 'x' },
      refused: ['password', 'problem.shape'],
    },
    'a locked statement without its password': {
      content: locked,
      type: statement,
      refused: ['password', 'document.error.password.required'],
    },
    'a locked statement with another password': {
      content: locked,
      type: statement,
      more: { password: 'User' },
      refused: ['password', 'document.error.password.wrong'],
    },
    'an address proof without its kind': {
      type: 'current_address_proof',
      refused: ['proof', 'document.error.proof.required'],
    },
    'a proof kind on any other type': { more: { proof: 'passport' }, refused: ['proof', 'problem.shape'] },
  };

  it.each(Object.entries(wrongs))('refuses %s', async (_, { content, type, more, status = 400, refused }) => {
    const loan = await createdLoan(given.app);
    const answer = await give(loan, content ?? contentOf('png'), type, more);
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toEqual([expect.objectContaining({ field: refused[0], code: refused[1] })]);
    expect([await rowsOf(loan), await storedContentOf(loan)]).toEqual([[], []]);
    expect(await versionOf(loan)).toBe(1);
  });

  it('a key that does not belong to the loan and the document type is refused', async () => {
    const [loan, other] = [await createdLoan(given.app), await createdLoan(given.app)];
    const theirs = await put(given.app, other, contentOf('png'), 'pan_photo');
    const mine = await put(given.app, loan, contentOf('png'), 'pan_photo');
    const currentKey = (await give(other, contentOf('png', [2]))).body.result.content.key;
    const foreign = [
      theirs.key,
      currentKey,
      mine.key.replace('pan_photo', 'fee_receipt'),
      mine.key.replace(/[^/]+$/, 'photo.png'),
      `${mine.key}/../x`,
      mine.key.toUpperCase(),
      '',
    ];
    for (const key of foreign) {
      const { status, body } = await add(given.app, loan, { ...mine, key });
      expect([status, body.errors[0].field], key).toEqual([400, 'key']);
    }
    // Nor does one loan's token give another loan anything.
    expect((await add(given.app, loan, theirs)).status).toBe(404);
    expect([await rowsOf(loan), await storedContentOf(loan)]).toEqual([[], []]);
    expect(await objects.head(theirs.key)).toBeDefined();
  });

  it('an upload that is missing from the store, or changes during reading, is refused', async () => {
    const loan = await createdLoan(given.app);
    const lost = await add(given.app, loan, addDocumentBody(loan.id, 'pan_photo', contentOf('png')));
    expect([lost.status, lost.body.errors[0].code]).toEqual([400, 'document.error.missing']);

    const sent = await put(given.app, loan, contentOf('png'), 'pan_photo');
    const { head } = objects;
    vi.spyOn(objects, 'head').mockImplementation(async (key) => {
      const found = await head(key);
      await objects.put(sent.key, contentOf('png', [1]), 'image/png');
      return found;
    });
    const changed = await add(given.app, loan, sent);
    expect([changed.status, changed.body.errors[0].code]).toEqual([400, 'document.error.missing']);
    expect([await rowsOf(loan), await storedContentOf(loan)]).toEqual([[], []]);
  });

  it('no more credentials are issued once the unclaimed uploads exceed the limit', async () => {
    const loan = await createdLoan(given.app);
    const issue = () =>
      given.app.call('issueStorageCredentials', { path: { id: loan.id }, token: loan.token });
    const { body } = await issue();
    expect(body.result).toMatchObject({ identity: loan.id, endpoint: '/', provider: 'AWSS3' });
    const stored = { key: 'x', eTag: 'x', lastModified: new Date(), size: limits.uploadsMaxBytes };
    vi.spyOn(objects, 'list').mockImplementation(async (prefix) =>
      prefix === `private/${loan.id}/` ? [stored] : [],
    );
    expect((await issue()).status).toBe(200);
    stored.size += 1;
    expect((await issue()).status).toBe(409);
    expect(groupLimits.bytes, 'the embedded store takes as much').toBe(limits.uploadsMaxBytes);
  });
});
