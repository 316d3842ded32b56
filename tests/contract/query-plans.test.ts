/**
 * PostgreSQL's plans for each operation with 50,000 loans: no statement scans a large table. The statements of a
 * whole application, of its review and of the background jobs are explained.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loanNumber } from '../../domain/loan/loan-number.ts';
import { claimJobs } from '../../server/jobs/lease.ts';
import { countGrievances } from '../../server/contact/grievances.ts';
import { missingJobs } from '../../server/push/schedule.ts';
import { eraseCustomer } from '../../server/retention/erase-customer.ts';
import { databases, type TestDatabase } from '../support/databases.ts';
import { filledTables, fillWithLoans } from '../support/many-loans.ts';
import { addPartnerMember } from '../../server/partner-view/members.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { adoptApprovedLoans } from '../../server/servicing/lender-polling.ts';
import { type App, openApp } from './app.ts';
import { disbursedLoan } from './approved-loans.ts';
import { signedUp } from './customers.ts';
import { signInAs } from './desk.ts';
import {
  application,
  decide,
  person,
  push,
  question,
  readLoan,
  readReviewedApplication,
  saveApplication,
  sentBack,
  submitted,
} from './fixtures.ts';
import { otherThan, passwordOf } from './passwords.ts';
import { recordStatements, type Statement } from './statements.ts';
import { applyDueStageChanges } from '../../server/servicing/stage-timer-job.ts';

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

let database: TestDatabase;
let app: App;
beforeAll(async () => {
  const postgres = databases.find(({ kind }) => kind === 'postgres');
  if (!postgres) throw new Error('This needs PostgreSQL');
  database = await postgres.open();
  app = await openApp(database);
  await fillWithLoans(database.query, { loans: 50_000, others: 20_000 });
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});

/** The statements that the server sends during `work`, each text once. */
const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => [
  ...new Map((await recordStatements(work)).map((one) => [one.text, one])).values(),
];

type AnyNode = { [name: string]: unknown; Plans?: AnyNode[] };
const nodesOf = (plan: AnyNode): AnyNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const scansOf = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && filledTables.includes(plan['Relation Name'] ?? '')
    ? [plan['Relation Name'] ?? '']
    : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
];

async function expectNoScan(statements: readonly Statement[]): Promise<void> {
  expect(statements.length).toBeGreaterThan(0);
  const scanned: string[] = [];
  for (const { text, values } of statements) {
    const [row] = await database.query(`explain (format json) ${text}`, values);
    const [{ Plan: plan }] = row?.['QUERY PLAN'] as [{ Plan: Plan }];
    const tables = scansOf(plan);
    if (tables.length > 0) scanned.push(`${tables.join(', ')}: ${text}`);
  }
  expect(scanned).toEqual([]);
}

it('reads along indexes for an application, from its beginning to the lender and back by a password', async () => {
  const statements = await statementsOf(async () => {
    const opened = await submitted(app);
    await readLoan(app, opened);
    const draft = { path: { id: opened.id, step: 'applicant' }, token: opened.token };
    await app.call('getDraft', draft);
    await app.call('listDocuments', { path: { id: opened.id }, token: opened.token });
    expect((await saveApplication(app, opened, application('7777'))).status).toBe(200);
    const loan = await readLoan(app, opened);
    expect((await push(app, { ...opened, loan })).status).toBe(200);
    expect((await app.call('requestReentry', { path: { id: opened.id } })).status).toBe(200);
    const otp = await passwordOf(app, opened.id);
    await app.call('reenterLoan', { path: { id: opened.id }, body: { otp: otherThan(otp) } });
    const dob = '1986-11-02';
    expect((await app.call('reenterLoan', { path: { id: opened.id }, body: { otp, dob } })).status).toBe(200);
  });
  // The insert is sent together with the lock of its recipients.
  expect(statements.filter(({ text }) => text.includes('insert into "loans"'))).toHaveLength(1);
  await expectNoScan(statements);
});

it('reads along indexes for a customer, from the sign-in to the loans', async () => {
  const statements = await statementsOf(async () => {
    const { bearer, jar, mobile } = await signedUp(app);
    expect((await app.call('refreshSession', { jar })).status).toBe(200);
    const { body } = await app.call('createMyLoan', { bearer, body: {} });
    const path = { id: body.result.loan_id };
    expect((await app.call('getLoan', { bearer, path })).status).toBe(200);
    expect((await app.call('listMyLoans', { bearer, query: '?sort=institution' })).status).toBe(200);
    const { body: created } = await app.call('createLoan', { body: { ...person, phone: mobile } });
    const claimed = { bearer, path: { id: created.result.loan_id } };
    expect((await app.call('listClaimableLoans', { bearer })).body.result).toHaveLength(1);
    expect((await app.call('requestClaim', claimed)).status).toBe(200);
    const otp = await passwordOf(app, claimed.path.id);
    expect((await app.call('claimLoan', { ...claimed, body: { otp } })).status).toBe(200);
    expect((await app.call('listAgreements', { bearer })).status).toBe(200);
    await eraseCustomer(app.services, mobile);
  });
  await expectNoScan(statements);
});

it('reads along indexes for a conversation with support', async () => {
  const { jar } = await signIn();
  const { bearer, mobile } = await signedUp(app);
  const statements = await statementsOf(async () => {
    const visitor = {
      ...{ name: 'Zubaida', mobile: '9840012345', email: 'zubaida@parent.example' },
      language: 'en',
    };
    expect((await app.call('startConversation', { body: { ...visitor, query: 'When?' } })).status).toBe(200);
    const body = { query: 'When?', language: 'en' };
    const { result } = (await app.call('startMyConversation', { bearer, body })).body;
    const path = { conversation_id: result.id };
    const grievance = { ...body, kind: 'grievance', query: 'My fee was not paid.' };
    const lodged = await app.call('startMyConversation', { bearer, body: grievance });
    const { number } = lodged.body.result.grievance;
    for (const text of [number, 'BAI', 'zu']) {
      const found = { state: 'open', page: 1, page_length: 25, text };
      expect((await app.call('searchConversations', { jar, body: found })).body.result.total).toBe(1);
    }
    await countGrievances(app.db, app.clock.now());
    for (const state of ['open', 'answered', 'closed']) {
      const page = { state, page: 3, page_length: 25 };
      expect((await app.call('searchConversations', { jar, body: page })).body.result.items).toHaveLength(25);
    }
    expect((await app.call('readConversation', { jar, path })).status).toBe(200);
    const last_message_id = result.messages[0].id;
    const answer = { text: 'Tomorrow.', last_message_id };
    const answered = await app.call('answerConversation', { jar, path, body: answer });
    expect(answered.status).toBe(200);
    const close = { last_message_id: answered.body.result.messages[1].id };
    expect((await app.call('closeConversation', { jar, path, body: close })).status).toBe(200);
    const more = { bearer, path, body: { text: 'And where?' } };
    expect((await app.call('continueMyConversation', more)).status).toBe(200);
    expect((await app.call('listMyConversations', { bearer })).body.result).toHaveLength(2);
    await eraseCustomer(app.services, mobile);
  });
  await expectNoScan(statements);
});

it('reads along indexes for a loan after its approval', async () => {
  const statements = await statementsOf(async () => {
    const loan = await disbursedLoan(app);
    expect((await app.call('listOffers', loan)).status).toBe(200);
    expect((await app.call('listInvoices', loan)).status).toBe(200);
    expect((await app.call('listMyLoans', { bearer: loan.bearer })).status).toBe(200);
    expect((await app.call('listConsents', { bearer: loan.bearer })).status).toBe(200);
    expect((await app.call('createMyLoan', { bearer: loan.bearer, body: {} })).status).toBe(200);
    await applyDueStageChanges(app.services);
    await adoptApprovedLoans(app.db, app.clock.now());
    const { jar } = await signIn();
    expect((await app.call('readLenderLoans', { jar, path: loan.path })).status).toBe(200);
    expect((await app.call('listHeldPayments', { jar })).status).toBe(200);
  });
  await expectNoScan(statements);
});

it('reads along indexes for loans without a job, in batches without repeats', async () => {
  const found: string[][] = [];
  const statements = await statementsOf(async () => {
    for await (const missing of missingJobs(app.db)) {
      found.push(missing.map(({ loanId }) => loanId));
      if (found.length === 2) break;
    }
  });
  expect(found.map(({ length }) => length)).toEqual([1000, 1000]);
  expect(new Set(found.flat()).size).toBe(2000);
  await expectNoScan(statements);
});

it('claims jobs without a look at those that are not due yet', async () => {
  await database.query(
    `insert into jobs (id, kind, channel, payload, run_at, created_at)
     select gen_random_uuid(), 'provider.check', 'provider', '{}', timestamptz '2026-01-01', now() from generate_series(1, 3)`,
  );
  const claim = { holder: randomUUID(), now: app.clock.now(), running: [], free: [['provider', 2]] } as const;
  const [statement] = await recordStatements(async () => {
    expect(await claimJobs(app.db, claim)).toHaveLength(2);
  });
  const [row] = await database.query(
    `explain (analyze, buffers, format json) ${statement?.text}`,
    statement?.values,
  );
  const [{ Plan: plan }] = row?.['QUERY PLAN'] as [{ Plan: AnyNode }];
  const due = nodesOf(plan).filter((node) => node['Index Name'] === 'jobs_due');
  expect(due.map((node) => String(node['Index Cond']).includes('priority'))).toEqual([true]);
  // 20,000 entries of the index are more than 100 blocks.
  expect(Number(due[0]?.['Shared Hit Blocks']) + Number(due[0]?.['Shared Read Blocks'])).toBeLessThan(40);
});

it('reads along indexes for a review', async () => {
  const { jar } = await signInAs(app, 'Latha R');
  const opened = await submitted(app);
  const statements = await statementsOf(async () => {
    await readReviewedApplication(app, jar, opened.id);
    await app.call('getTimeline', { jar, path: { id: opened.id } });
    await app.call('keepPresence', { jar, path: { id: opened.id } });
    const note = { note_id: randomUUID(), text: 'Seen' };
    expect((await app.call('addNote', { jar, path: { id: opened.id }, body: note })).status).toBe(200);
    await sentBack(app, jar, opened, ['personal_details.pan']);
    const answer = { customerConsent: true, 'personal_details.pan': 'ABCDE7777F' };
    expect((await saveApplication(app, opened, answer)).status).toBe(200);
    const { loan } = await readReviewedApplication(app, jar, opened.id);
    const [query] = loan.queries;
    expect((await decide(app, jar, opened.id, { accept: [query?.id ?? ''] })).status).toBe(200);
    expect((await decide(app, jar, opened.id, { raise: [question('personal_details.dob')] })).status).toBe(
      200,
    );
  });
  await expectNoScan(statements);
});

it.each([
  ['everything', {}],
  ['a stage', { stage: 'to_review' as const }],
  ['a page far behind', { stage: 'approved' as const, after: '1770000000000000_x' }],
  ['a page of all stages', { after: '1770000000000000_x' }],
  ['a status', { status: 'pending' as const }],
  ['an institution', { institution_id: 203 }],
  ['an institution that there is not', { institution_id: 987_654 }],
  ['a partner', { partner: 'demo' }],
  ['a name', { text: 'Chitra c4' }],
  ['a name that nobody has', { text: 'Xyzzy' }],
  ['the beginning of a name', { text: 'Es' }],
  ['a mobile number', { text: '90000700' }],
  ['the number of a loan', { text: loanNumber('0012d687-0001-4000-8000-000000000000') }],
  ['a part of the name of a student', { text: 'kavin' }],
  ['a PAN', { text: 'ABCPR1234K' }],
  ['an id', { text: '0012d687-0001' }],
])('reads along indexes for a search of the queue for %s', async (_, search) => {
  const { jar } = await signIn();
  const statements = await statementsOf(async () => {
    const answer = await app.call('searchApplications', {
      jar,
      body: { page_length: 25, ...search },
    });
    expect(answer.status).toBe(200);
  });
  await expectNoScan(statements);
});

it('reads along indexes for the partner’s view of its applications', async () => {
  const now = app.clock.now();
  const { key, partnerId } = await createTestPartner(app.db, { name: 'A school', origins: [], now });
  const { bearer, mobile } = await signedUp(app);
  await addPartnerMember(app.db, { mobile, partnerId, now });
  await app.call('createLoan', { headers: { authorization: key }, body: person });
  const statements = await statementsOf(async () => {
    const selection = { state: 'approved', text: 'kavin' };
    for (const [operation, body] of [
      ['readPartner', undefined],
      ['countPartnerApplications', undefined],
      ['listPartnerApplications', { selection }],
      ['exportPartnerApplications', { selection, language: 'en' }],
    ] as const)
      expect((await app.call(operation, { bearer, ...(body && { body }) })).status).toBe(200);
  });
  await expectNoScan(statements);
});

let signedIn: ReturnType<typeof signInAs> | undefined;
const signIn = () => (signedIn ??= signInAs(app, 'Mala'));

it('counts a stage no further than the limit, and shows the pages behind it', async () => {
  const { jar } = await signIn();
  const search = async (after?: string) => {
    const body = { stage: 'approved', page_length: 100, ...(after && { after }) };
    return (await app.call('searchApplications', { jar, body })).body.result;
  };
  let page = await search();
  expect([page.total, page.counts.approved, page.items.length]).toEqual([1000, 1000, 100]);
  const shown: { loan_id: string; submitted_at: string }[] = [...page.items];
  while (shown.length < 1200) {
    page = await search(page.next);
    shown.push(...page.items);
  }
  expect(new Set(shown.map(({ loan_id }) => loan_id)).size).toBe(shown.length);
  const times = shown.map(({ submitted_at }) => submitted_at);
  expect(times).toEqual(times.toSorted());
});
