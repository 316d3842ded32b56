/** The calls that `npm run bench` measures, and that floor and product answer alike. */
import assert from 'node:assert/strict';
import { demoKey } from '../../server/sandbox/demo-key.ts';
import { apiBase } from '../../server/api/mount.ts';
import { school, student } from '../support/form-values.ts';
import { Connection, type Request } from './load.ts';

/** The most callers at once; each has a loan and a recipient of its own, so that none waits for another's row. */
export const mostCallers = 32;

/** The daily limit of messages of a template to a recipient; creations beyond it write no messages. */
const messagesPerDay = 5;

export type CallName = 'read' | 'loan' | 'create' | 'save';

type Loan = { id: string; token: string; studentId: string };

export type Calls = Record<CallName, (caller: number) => Request>;

const headers = { authorization: demoKey, 'x-auth-type': 'API' };

const createOf = (caller: number): Request => ({
  method: 'POST',
  path: `${apiBase}/v3/lender/loan/`,
  headers,
  body: { name: 'Meenakshi', phone: `98400123${caller + 10}`, email: `parent${caller}@parent.example` },
});

const saveOf = ({ id, token, studentId }: Loan, annualFee: number): Request => ({
  method: 'PUT',
  path: `${apiBase}/v3/lender/loan/${id}`,
  headers: { ...headers, 'x-loan-token': token },
  body: {
    data: {
      'el_details.institution_id': school.id,
      'el_details.students': [student({ id: studentId, annual_fee: annualFee })],
    },
  },
});

/** Makes a loan with a student for each caller. */
export async function prepareCalls(url: string): Promise<Calls> {
  const connection = await Connection.open(url);
  const send = async (request: Request) => {
    const { status, body } = await connection.call(request);
    assert.equal(status, 200, body);
    return JSON.parse(body) as { result: { loan_id: string; access_token: string } };
  };
  const loans: Loan[] = [];
  for (let caller = 0; caller < mostCallers; caller += 1) {
    for (let sent = 0; sent < messagesPerDay; sent += 1) await send(createOf(caller));
    const { loan_id: id, access_token: token } = (await send(createOf(caller))).result;
    const loan = { id, token, studentId: String(student().id) };
    await send(saveOf(loan, 36_500));
    loans.push(loan);
  }
  connection.close();
  const loanOf = (caller: number) => loans[caller] as Loan;
  let fee = 36_500;
  return {
    read: () => ({ method: 'GET', path: `${apiBase}/institute/by-id/${school.id}`, headers }),
    loan: (caller) => ({
      method: 'GET',
      path: `${apiBase}/v3/student/by-loan/${loanOf(caller).id}`,
      headers: { ...headers, 'x-loan-token': loanOf(caller).token },
    }),
    create: createOf,
    save: (caller) => saveOf(loanOf(caller), 30_000 + (fee++ % 10_000)),
  };
}

/** @throws AssertionError where floor and product do not answer the same */
export async function requireSameAnswers(floor: string, product: string, calls: Calls): Promise<void> {
  const [one, other] = await Promise.all([Connection.open(floor), Connection.open(product)]);
  for (const name of ['read', 'loan', 'save', 'create'] as const) {
    const request = calls[name](0);
    const answers = [await one.call(request), await other.call(request)].map(({ status, body }) => {
      const json = JSON.parse(body) as { result: object };
      // Values that differ in each answer are compared by form.
      return { status, body: name === 'create' ? { ...json, result: Object.keys(json.result) } : json };
    });
    assert.deepEqual(answers[0], answers[1], name);
  }
  one.close();
  other.close();
}
