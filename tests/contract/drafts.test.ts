import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onBoth } from './both.ts';
import { createdLoan, type Opened, readLoan } from './people.ts';

onBoth('drafts and documents', (given) => {
  const keep = ({ id, token }: Opened, version: number, body: object, step = 'applicant') =>
    given.app.call('keepDraft', {
      path: { id, step },
      token,
      headers: { 'if-match': String(version) },
      body: { body },
    });
  const read = async ({ id, token }: Opened, step = 'applicant') =>
    (await given.app.call('getDraft', { path: { id, step }, token })).body.result;

  it('keeps what was typed, valid or not, per step and version', async () => {
    const loan = await createdLoan(given.app);
    expect(await read(loan)).toEqual({ version: 0, body: null });
    const typed = { personal_details: { pan: 'abc', name: 'மீ', nested: [1, [2, { a: null }]] } };
    expect((await keep(loan, 0, typed)).body.result).toEqual({ version: 1 });
    expect((await keep(loan, 1, { pan: 'abcd' })).body.result).toEqual({ version: 2 });
    expect(await read(loan)).toEqual({ version: 2, body: { pan: 'abcd' } });
    expect(await read(loan, 'students')).toEqual({ version: 0, body: null });
  });

  it('refuses a stale one, and takes the same one twice', async () => {
    const loan = await createdLoan(given.app);
    await keep(loan, 0, { a: 1, b: 2 });
    expect((await keep(loan, 0, { b: 2, a: 1 })).body.result).toEqual({ version: 1 });
    expect((await keep(loan, 0, { a: 2 })).status).toBe(412);
    await keep(loan, 1, { a: 3 });
    expect((await keep(loan, 1, { a: 4 })).status).toBe(412);
    expect((await keep(loan, 9, { a: 4 })).status).toBe(412);
    expect((await keep(loan, -1, { a: 4 })).status).toBe(400);
    expect(await read(loan)).toEqual({ version: 2, body: { a: 3 } });
  });

  it('lets one of many at once through', async () => {
    const loan = await createdLoan(given.app);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => keep(loan, 0, { n })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(11);
  });

  const upload = ({ id, token }: Opened, bytes: Uint8Array, type = 'image/png') =>
    given.app.call('uploadDocument', {
      path: { id, document_type: 'fee_receipt' },
      token,
      headers: { 'content-type': type },
      body: bytes,
    });
  const files = ({ id }: Opened) => readdir(join(given.app.config.dataDir, 'objects', id, 'fee_receipt'));

  it('stores a receipt of 5242880 bytes and ties it to the loan', async () => {
    const loan = await createdLoan(given.app);
    const { body } = await upload(loan, new Uint8Array(5_242_880), 'application/pdf');
    expect(body.result).toMatchObject({ key: `${loan.id}/fee_receipt`, size: 5_242_880 });
    const tied = await given.app.call('saveFeeReceipt', {
      path: { id: loan.id },
      token: loan.token,
      body: { loan_id: loan.id, fee_receipt: body.result.key },
    });
    expect(tied.body.result.fee_receipt).toBe(body.result.key);
    expect((await readLoan(given.app, loan)).fee_receipt).toBe(body.result.key);
  });

  it('ties nothing of another loan', async () => {
    const [loan, other] = [await createdLoan(given.app), await createdLoan(given.app)];
    const { body } = await upload(other, new Uint8Array([1]));
    const tie = (fields: object) =>
      given.app.call('saveFeeReceipt', { path: { id: loan.id }, token: loan.token, body: fields });
    expect((await tie({ loan_id: loan.id, fee_receipt: body.result.key })).status).toBe(400);
    expect((await tie({ loan_id: other.id, fee_receipt: body.result.key })).status).toBe(400);
  });

  it('replaces a receipt and leaves no file behind, however many come at once', async () => {
    const loan = await createdLoan(given.app);
    const answers = await Promise.all(
      [1, 2, 3, 1, 2, 3].map((byte) => upload(loan, new Uint8Array([byte, byte]))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const { body } = await upload(loan, new Uint8Array([9]));
    expect(await files(loan)).toEqual([body.result.e_tag]);
    expect((await upload(loan, new Uint8Array(0))).status).toBe(400);
    expect(await files(loan)).toEqual([body.result.e_tag]);
  });
});
