/** The documents that a loan needs, and those that a client may ask for (specification, sections 3, 5 and 7). */
import { expect, it } from 'vitest';
import { documentTypes } from '../../domain/loan/documents.ts';
import { limits } from '../../domain/values/limits.ts';
import type { DocumentType } from '../../domain/values/wire.ts';
import { describeOnPostgres } from './both-databases.ts';
import { application, saveApplication, withStudent } from './fixtures.ts';
import { contentOf } from './uploads.ts';
import { documentCalls } from './document-calls.ts';

const statement = 'bank_statement_3_months';

describeOnPostgres('a loan', (given) => {
  const { give, given200, listed, keysOf, storedContentOf } = documentCalls(given);
  const everybody = ['aadhaar_front', 'aadhaar_back', 'pan_photo', 'passport_photo'];
  const salaried = ['pay_slip_last_month', 'pay_slip_month_before', statement];
  const selfEmployed = [
    'business_bank_statement_6_months',
    'personal_bank_statement_2_months',
    'itr_latest_year',
    'financials_latest_year',
  ];
  const needed = async (changes: object) => {
    const loan = await withStudent(given.app);
    expect((await saveApplication(given.app, loan, application('1234', changes))).status).toBe(200);
    return { loan, types: (await listed(loan)).map(({ type, need }) => [type, need]) };
  };
  const required = (types: string[]) => types.map((type) => [type, 'required']);

  it('asks a salaried applicant for the documents of salaried people, and accepts them', async () => {
    const { loan, types } = await needed({});
    expect(types).toEqual([
      ['fee_receipt', 'optional'],
      ...required([...everybody, 'current_address_proof', 'cancelled_cheque', ...salaried]),
      ['fee_demand_letter', 'optional'],
    ]);
    for (const [type] of types) {
      const more = type === 'current_address_proof' ? { proof: 'gas_bill' } : {};
      await given200(give(loan, contentOf('jpeg', [types.length]), type as DocumentType, more));
    }
    const all = await listed(loan);
    expect(all.map(({ type, content }) => [type, content?.content_type, content?.scan])).toEqual(
      types.map(([type]) => [type, 'image/jpeg', 'not_scanned']),
    );
    expect(all.find(({ type }) => type === 'current_address_proof')?.content?.proof).toBe('gas_bill');
    expect((await keysOf('private', loan)).length).toBe(0);
    expect((await storedContentOf(loan)).length).toBe(types.length);
  });

  it('asks a self-employed applicant at the Aadhaar address for other documents', async () => {
    const { loan, types } = await needed({
      'employment_details.employment_type': 'Self Employed',
      'employment_details.business_constitution': 'LLP',
      'personal_details.same_as_aadhaar': 1,
    });
    expect(types).toEqual([
      ['fee_receipt', 'optional'],
      ...required([...everybody, 'cancelled_cheque', ...selfEmployed]),
      ['fee_demand_letter', 'optional'],
    ]);
    // A document that is not needed is accepted too.
    await given200(give(loan, contentOf('png'), 'pay_slip_last_month'));
    expect((await listed(loan)).filter(({ need }) => need === 'not_needed')).toMatchObject([
      { type: 'pay_slip_last_month', content: { content_type: 'image/png' } },
    ]);
  });

  it('the document master lists every document type', async () => {
    const rows = await Promise.all(
      ['identity', 'address_proof', 'bank_account', 'income', 'fees'].map(
        async (reason) => (await given.app.call('listDocumentsByReason', { path: { reason } })).body.result,
      ),
    );
    expect(
      rows
        .flat()
        .map(({ type }) => type)
        .sort(),
    ).toEqual([...documentTypes].sort());
    expect(rows[3].find(({ type }: { type: string }) => type === statement)).toEqual({
      type: statement,
      reason: 'income',
      employment_types: ['Salaried'],
      optional: false,
      takes_password: true,
      proofs: [],
      max_bytes: limits.documentMaxBytes,
    });
  });
});
