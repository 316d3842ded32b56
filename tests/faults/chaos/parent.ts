/** A parent who applies to the end over a network that cuts calls, and calls again until each is acknowledged. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { pushRequestOf } from '../../../domain/lending/push-request.ts';
import type { Loan } from '../../../domain/values/wire.ts';
import { type Answer, type Call, callsTo } from '../../contract/calls.ts';
import { application, student } from '../../contract/fixtures.ts';
import type { Contract, OperationId } from '../../../server/contract/contract.ts';

/** The acknowledged data, which must be stored. */
export type AcknowledgedLoan = {
  id: string;
  token: string;
  mobile: string;
  email: string;
  rollNumber: string;
  pan: string;
};

export type Network = {
  url: string;
  /** A number from 0 to 1, from the run's seed. */
  random: () => number;
  /** The share of the calls that are cut, from 0 to 1. */
  cut: number;
  counts: { calls: number; cut: number; failed: number };
  /** The contracts of the versions whose servers may answer. */
  contracts: readonly Contract[];
  /** Returns the servers' log, for a call that fails unexpectedly. */
  log: () => string;
};

const longestCutMs = 150;
/** The time without an answer after which a short run fails; a long run may wait for a busy machine. */
const giveUpAfterMs = process.env.CHAOS === 'long' ? 600_000 : 120_000;

/**
 * Resolves once the application is submitted.
 * @param number makes name, PAN, mobile and address its own
 * @throws where a call is refused that should not be, or none gets through in time
 */
export async function applyToTheEnd(network: Network, number: number): Promise<AcknowledgedLoan> {
  const { call } = callsTo((path, init) => send(network, path, init), network.log, network.contracts);

  /** Repeats a call until it is answered; `expected` has the refusals that a repeated call may get. */
  async function repeated(id: OperationId, what: Call, expected: readonly number[] = []): Promise<Answer> {
    const until = Date.now() + giveUpAfterMs;
    for (;;) {
      const answer = await call(id, what).catch((error: unknown) => {
        if (error instanceof ConnectionLost) return undefined;
        throw error;
      });
      if (answer?.status === 200 || expected.includes(answer?.status ?? 0)) return answer as Answer;
      if (answer?.status === 503 && !answer.headers.has('retry-after'))
        throw new Error(`${id} was answered 503 without Retry-After`);
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`${id} was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
      network.counts.failed += 1;
      if (Date.now() > until) throw new Error(`${id} did not get through in time`);
      await pause(100 + 300 * network.random());
    }
  }

  const mobile = `9${String(number).padStart(8, '0')}7`;
  const email = `parent${number}@parent.example`;
  const created = await repeated('createLoan', {
    headers: { 'idempotency-key': randomUUID() },
    body: { name: 'Meenakshi Sundaram', phone: mobile, email },
  });
  const { loan_id: id, access_token: token } = created.body.result as {
    loan_id: string;
    access_token: string;
  };
  const row = student({ student_roll_no: String(number) });
  await repeated('saveStudents', {
    path: { id },
    token,
    body: { data: { 'el_details.institution_id': row.institution_id, 'el_details.students': [row] } },
  });
  const pan = panOf(number);
  // A repeat of a stored request may find the application with the lender already.
  await repeated(
    'saveApplication',
    { path: { id }, token, body: { data: application('1234', { 'personal_details.pan': pan }) } },
    [409],
  );
  const acknowledged = { id, token, mobile, email, rollNumber: String(number), pan };
  // One phone in ten fails at this point.
  if (network.random() < 0.1) return acknowledged;
  const { body } = await repeated('getLoan', { path: { id }, token });
  const push = { path: { lender_id: 15 }, token, body: pushRequestOf(body.result as Loan) };
  // The call is made once, whatever its result: the user does not press again.
  await call('createOnLender', push).catch(() => undefined);
  return acknowledged;
}

/** Different for each number below 175 million. */
function panOf(number: number): string {
  const letter = (place: number) =>
    String.fromCharCode(65 + (Math.floor(number / (10_000 * 26 ** place)) % 26));
  return `${letter(2)}${letter(1)}${letter(0)}PA${String(number % 10_000).padStart(4, '0')}F`;
}

class ConnectionLost extends Error {}

/** Sends one call over a separate connection, which may be cut. @throws ConnectionLost */
function send({ url, random, cut, counts }: Network, path: string, init: RequestInit): Promise<Response> {
  const isCut = random() < cut;
  const cutAfterMs = longestCutMs * random();
  counts.calls += 1;
  return new Promise((resolve, reject) => {
    const lose = () => reject(new ConnectionLost());
    const call = request(
      url + path,
      {
        method: init.method ?? 'GET',
        agent: false,
        headers: Object.fromEntries(init.headers as [string, string][]),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', lose);
        response.on('close', () => {
          if (!response.complete) return lose();
          const text = Buffer.concat(chunks).toString('utf8');
          // The balancer's own page.
          if (!text.startsWith('{')) return lose();
          const headers = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          resolve(new Response(text, { status: response.statusCode ?? 500, headers }));
        });
      },
    );
    call.on('error', lose);
    call.end(init.body as string | undefined);
    if (!isCut) return;
    counts.cut += 1;
    setTimeout(() => call.destroy(new ConnectionLost()), cutAfterMs);
  });
}
