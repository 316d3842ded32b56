/** The data of the reviewer's desk: applications with receipts, questions and answers, and other reviewers. */
import { deflateSync } from 'node:zlib';
import type { ReviewActs } from '../../../domain/values/wire.ts';
import { staffSessions } from '../../../server/db/schema/staff.ts';
import { demoReviewer } from '../../../server/sandbox/demo-reviewer.ts';
import { createReviewer } from '../../../server/staff/reviewers.ts';
import { totpCode } from '../../../server/testing/totp.ts';
import { createTestReviewer, enrolTestReviewer } from '../../../server/testing/services.ts';
import { type NewTimelineEntry, appendToTimeline } from '../../../server/timeline/timeline.ts';
import type { ApplicantFixture } from './fixtures.ts';
import { raman, selvi, sharma, withPanDigits } from './fixtures.ts';
import { applicationData, loanWithStudents } from './loans.ts';
import type { CreatedLoan, TestApp } from './test-app.ts';

export { demoReviewer };

export interface Account {
  id: string;
  email: string;
  password: string;
  name: string;
}

/** Another reviewer, with an account made for them. */
export async function anotherReviewer(testApp: TestApp, name: string): Promise<Account> {
  const email = `${crypto.randomUUID()}@feepath.example`;
  const account = { email, name, role: 'administrator', now: new Date() } as const;
  const { reviewer, password } = await createTestReviewer(testApp.db, account);
  return { id: reviewer.id, email, password, name };
}

/** Another reviewer, with a second factor. `code` makes the code that the app shows now. */
export async function reviewerWithSecondFactor(
  testApp: TestApp,
  name: string,
): Promise<Account & { recoveryCodes: string[]; code: () => string }> {
  const account = await anotherReviewer(testApp, name);
  const keyring = await testApp.keyring();
  const { secret, recoveryCodes } = await enrolTestReviewer(testApp.db, { id: account.id, keyring });
  return { ...account, recoveryCodes, code: () => totpCode(secret, new Date()) };
}

/** Somebody who was invited to the desk, and the path of their link. */
export async function invitedReviewer(
  testApp: TestApp,
  name: string,
): Promise<{ email: string; path: string }> {
  const email = `${crypto.randomUUID()}@feepath.example`;
  const made = await createReviewer(testApp.db, { email, name, role: 'administrator', now: new Date() });
  if (!made) throw new Error('The reviewer was there already');
  return { email, path: `/invitation#${made.invitation.token}` };
}

/** Ends every session, as time or another place would. */
export const endSessions = async (testApp: TestApp): Promise<void> => {
  await testApp.db.delete(staffSessions);
};

/** A call of a reviewer who is signed in somewhere else. */
export async function staffCall(
  testApp: TestApp,
  { email, password }: Pick<Account, 'email' | 'password'>,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const base = `${testApp.url}/dev/api`;
  const headers = { 'x-auth-type': 'STAFF', 'content-type': 'application/json' };
  const signedIn = await fetch(`${base}/review/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const answer = await fetch(`${base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, cookie },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { result, ...rest } = (await answer.json()) as { result?: Record<string, unknown> };
  if (!answer.ok || !result) throw new Error(`${path}: ${answer.status} ${JSON.stringify(rest)}`);
  return result;
}

/** An application's address below the desk's base, and below that of its API. */
export const applicationPath = (loanId: string): string => `/review/applications/${loanId}`;

interface Asked {
  field: string;
  reason: string;
  message: string;
  state: string;
  round: number;
}

/** The queries as the server has them, by field, the oldest round first. */
export async function queriesOf(testApp: TestApp, loanId: string): Promise<Asked[]> {
  const { loan } = (await staffCall(testApp, demoReviewer, applicationPath(loanId))) as {
    loan: { queries: Asked[] };
  };
  return loan.queries
    .map(({ field, reason, message, state, round }) => ({ field, reason, message, state, round }))
    .sort((a, b) => a.field.localeCompare(b.field) || a.round - b.round);
}

/** Carries out a reviewer's acts on the latest version. */
export async function reviewedApplication(
  testApp: TestApp,
  loanId: string,
  acts: Omit<ReviewActs, 'version'>,
  by: Pick<Account, 'email' | 'password'> = demoReviewer,
): Promise<void> {
  const path = applicationPath(loanId);
  const { version } = await staffCall(testApp, by, path);
  await staffCall(testApp, by, `${path}/acts`, { version, ...acts });
}

/** An application that was submitted with its fee receipt. */
export async function applicationWithReceipt(
  testApp: TestApp,
  fixture: ApplicantFixture = raman,
  more: object = {},
): Promise<CreatedLoan> {
  const loan = await loanWithStudents(testApp, fixture, more);
  await testApp.attachReceipt(loan, receipt('first'));
  await testApp.submit(loan, applicationData(fixture));
  return loan;
}

/** The fields that the stories ask about. */
export const queryFixtures = {
  pan: 'personal_details.pan',
  bank: 'bank_details.bank_account_no',
  father: 'personal_details.applicant_father_name',
  receipt: 'documents.fee_receipt',
};

/** Three questions were asked; two were answered by a change, one by a reason. */
export async function answeredApplication(
  testApp: TestApp,
  fixture: ApplicantFixture = raman,
): Promise<CreatedLoan> {
  const loan = await applicationWithReceipt(testApp, fixture);
  await reviewedApplication(testApp, loan.loanId, {
    raise: [
      {
        field: queryFixtures.pan,
        reason: 'mismatch',
        message: 'The PAN differs from the card that you sent.',
      },
      { field: queryFixtures.father, reason: 'unclear', message: 'Is this your father’s full name?' },
      { field: queryFixtures.receipt, reason: 'unreadable', message: 'The photo is too dark to be read.' },
    ],
  });
  await testApp.attachReceipt(loan, receipt('second'));
  await answer(
    testApp,
    loan,
    { [queryFixtures.pan]: 'ABCPR1234Z' },
    { [queryFixtures.father]: 'This is how it is written everywhere.' },
  );
  return loan;
}

/** The applicant answers: changed fields, and reasons by the field that they are about. */
export async function answer(
  testApp: TestApp,
  loan: CreatedLoan,
  changes: object,
  reasons: Record<string, string> = {},
): Promise<void> {
  const { loan: read } = (await staffCall(testApp, demoReviewer, applicationPath(loan.loanId))) as {
    loan: { queries: { id: string; field: string; state: string }[] };
  };
  const query_answers = read.queries
    .filter(({ field, state }) => state === 'raised' && reasons[field] !== undefined)
    .map(({ id, field }) => ({ id, answer: reasons[field] ?? '' }));
  await testApp.submit(loan, {
    ...changes,
    ...(query_answers.length > 0 && { query_answers }),
    customerConsent: true,
  });
}

/** Adds to a timeline past the screens. */
export const appendEntries = (
  testApp: TestApp,
  loanId: string,
  entries: readonly Omit<NewTimelineEntry, 'loanId' | 'at'>[],
) =>
  appendToTimeline(
    testApp.db,
    entries.map((entry) => ({ ...entry, loanId, at: new Date() })),
  );

const hour = 3_600_000;

/** A queue as it is on a usual day: who has waited how long, and where. */
export async function fullQueue(testApp: TestApp): Promise<CreatedLoan[]> {
  const fixtures = [raman, sharma, selvi];
  const loans: CreatedLoan[] = [];
  for (let index = 0; index < 9; index += 1) {
    const fixture = fixtures[index % fixtures.length] ?? raman;
    const loan = await loanWithStudents(testApp, withPanDigits(fixture, '1234', `queue${index}@example.org`));
    await testApp.submit(loan, applicationData(fixture));
    await testApp.alter(loan.loanId, { submittedAt: new Date(Date.now() - (200 - index * 23) * hour) });
    loans.push(loan);
  }
  return loans;
}

/** A small picture of a receipt: lines of print, darker the second time. */
export function receipt(which: 'first' | 'second'): Uint8Array<ArrayBuffer> {
  const [width, height] = [240, 320];
  const isInk = (x: number, y: number) =>
    (y > 24 && y < 44 && x > 24 && x < (which === 'first' ? 120 : 160)) ||
    (y > 70 && y < 280 && y % 24 < 5 && x > 24 && x < 216 - ((y * 7) % 60)) ||
    (which === 'second' && y > 250 && y < 290 && x > 150 && x < 210);
  const paper = which === 'first' ? 120 : 250;
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_, x) => (isInk(x, y) ? 40 : paper)),
  ]);
  return png(width, height, Uint8Array.from(rows.flat()));
}

/** A grey picture, 8 bits a pixel; each row begins with its filter, 0. */
function png(width: number, height: number, raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const head = Buffer.concat([size, Buffer.from([8, 0, 0, 0, 0])]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const file = Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return new Uint8Array(file);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
