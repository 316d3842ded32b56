/** Loans with documents, which take several calls each, and bytes in the object store. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Loan } from '../../domain/values/wire.ts';
import { apiBase } from '../../server/api/mount.ts';
import { callHeaders } from '../../server/testing/services.ts';
import { addDocument } from '../support/documents.ts';
import { application, person, school, student } from '../support/form-values.ts';
import type { KnownDocument, KnownLoan } from './fixtures.ts';

const receipt = Buffer.from('\x89PNG\r\n\x1a\n a receipt', 'latin1');
/** A bank statement that is locked, with what opens it. */
const statement = readFileSync(new URL('../../server/documents/fixtures/aes-256.pdf', import.meta.url));
const statementPassword = 'user';

/** @returns drafts, and applications that are submitted, with the same documents */
export async function prepareLoans(url: string): Promise<KnownLoan[]> {
  const loans: KnownLoan[] = [];
  for (let n = 0; n < 8; n += 1) {
    loans.push(
      n % 2 === 0 ? await submitApplication(url, person.phone) : await createLoan(url, person.phone),
    );
  }
  return loans;
}

export async function submitApplication(url: string, mobile: string): Promise<KnownLoan> {
  const loan = await createLoan(url, mobile);
  const data = application('1234', { 'personal_details.name': person.name });
  const saved = (await call(url, loan.token, 'PUT', `/loans/${loan.id}`, { data })) as Loan;
  return { ...loan, saved };
}

async function createLoan(url: string, mobile: string): Promise<KnownLoan> {
  const created = await call(url, undefined, 'POST', '/v3/lender/loan/', { ...person, phone: mobile });
  const { loan_id: id, access_token: token } = created as { loan_id: string; access_token: string };
  const data = { 'el_details.institution_id': school.id, 'el_details.students': [student()] };
  await call(url, token, 'PUT', `/v3/lender/loan/${id}`, { data });
  const documents: KnownDocument[] = [];
  for (const { type, content, password } of [
    { type: 'fee_receipt', content: receipt },
    { type: 'bank_statement_3_months', content: statement, password: statementPassword },
  ] as const) {
    const more = password === undefined ? {} : { password };
    await addDocument({ url, loanId: id, token }, type, content, more);
    const eTag = createHash('sha256').update(content).digest('hex');
    documents.push({ type, eTag, size: content.length, ...more });
  }
  return { id, token, mobile, documents };
}

async function call(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body: object,
): Promise<unknown> {
  const answer = await fetch(`${url}${apiBase}${path}`, {
    method,
    headers: { ...callHeaders(token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { result } = (await answer.json()) as { result?: unknown };
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return result;
}
