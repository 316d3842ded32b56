/** The real server of a journey, in this process, so that a story can look into its database while it runs. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import type { WordedReason } from '../../../locales/reasons.ts';
import reasonWords from '../../../locales/en/reasons.json' with { type: 'json' };
import type { ApplicationData, DocumentType, Student, StudentsData } from '../../../domain/values/wire.ts';
import { readConfig } from '../../../server/config/config.ts';
import type { SwitchableOperation } from '../../../server/sandbox/faults.ts';
import { contents, documents } from '../../../server/db/schema/documents.ts';
import { emiOptions } from '../../../server/db/schema/institutions.ts';
import { lenderLoans, pushes } from '../../../server/db/schema/lenders.ts';
import { drafts, loans, students } from '../../../server/db/schema/loans.ts';
import { queries } from '../../../server/db/schema/review.ts';
import { sandboxLenderLoans } from '../../../server/db/schema/sandbox.ts';
import { demoKey } from '../../../server/sandbox/demo-key.ts';
import { readPlaces } from '../../../server/masters/places.ts';
import { openObjectFolder } from '../../../packages/object-store/folder.ts';
import { objectStoreFolder } from '../../../packages/object-store/open.ts';
import { openUploads } from '../../../packages/object-store/uploads.ts';
import { startServer } from '../../../server/app/start.ts';
import { loadKeyring } from '../../../server/config/load-keyring.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import { decryptPersonalData } from '../../../server/encryption/personal-data.ts';
import { addDocument } from '../../support/documents.ts';
import { freePort } from '../../support/ports.ts';
import { until } from '../../support/until.ts';
import { unlimitedRates } from '../../../server/testing/config.ts';

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

/** A loan that was made past the screens, and the token that opens it. */
export interface CreatedLoan {
  loanId: string;
  token: string;
}

/** A reviewer's question: a prepared text by its reason, or a message. */
export interface QueryFixture {
  reason?: WordedReason | 'other';
  message?: string;
  round?: number;
}

export const supportPhone = '1800 000 000';
export const supportEmail = 'help@school.example';

type ServerOverrides = Parameters<typeof startServer>[1];

/** `openTestApp` for a whole test file: call it at the file's top, read `testApp()` in tests. */
export function testAppForFile(overrides?: ServerOverrides, env?: Record<string, string>): () => TestApp {
  let opened: TestApp | undefined;
  beforeAll(async () => {
    // The pincodes are read now, since reading them takes seconds and would delay the first request.
    [opened] = await Promise.all([openTestApp(overrides, env), readPlaces()]);
  });
  afterAll(async () => opened?.close());
  return () => {
    if (!opened) throw new Error('The testApp is open in tests only');
    return opened;
  };
}

/** @param env added to the configuration */
export async function openTestApp(overrides?: ServerOverrides, env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'feepath-e2e-'));
  const server = await startServer(
    readConfig({
      ...process.env,
      DATABASE_URL: undefined,
      NODE_ENV: 'test',
      SANDBOX: '1',
      LOG: 'errors',
      // A known one: the sandbox lender's links name it.
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      ...unlimitedRates,
      // A submitted application stays as its test left it.
      PUSH_AFTER_SECONDS: '3600',
      OTP_HASH_COST: '1',
      SUPPORT_PHONE: supportPhone,
      SUPPORT_EMAIL: supportEmail,
      ...env,
    }),
    overrides,
  );
  const { db, faults, url } = server;
  if (!faults) throw new Error('A sandbox has fault switches');

  const call = async (
    method: string,
    path: string,
    body: unknown,
    token = '',
    key = demoKey,
  ): Promise<unknown> => {
    const answer = await fetch(`${url}/dev/api${path}`, {
      method,
      headers: {
        authorization: key,
        'x-auth-type': 'API',
        'x-loan-token': token,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const { result, ...rest } = (await answer.json()) as { result?: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(rest)}`);
    return result;
  };

  return {
    url,
    key: demoKey,
    /** The server's. */
    keyring: () => loadKeyring({ encryptionKeys: [], objectsKey: undefined, dataDir }),
    db,
    faults,

    /** Answers of an operation are lost until `faults.disarmAll()`: a browser itself asks again a few times. */
    loseAnswersOf(operation: SwitchableOperation): void {
      faults.arm({ operation, fault: 'lost', times: 1000 });
    },

    /** Calls of an operation do not get through until `faults.disarmAll()`. */
    cutOff(operation: SwitchableOperation): void {
      faults.arm({ operation, fault: 'cut', times: 1000 });
    },

    /** Calls of an operation wait until `letGo`, so that what is told meanwhile stands for as long as it is looked for. */
    hold(operation: SwitchableOperation): void {
      faults.arm({ operation, fault: 'held', times: 1000 });
    },

    /** The calls that were held go on, but for those of `next`. */
    letGo(next?: SwitchableOperation): void {
      faults.disarmAll();
      if (next) this.hold(next);
    },

    async createLoan(values: object): Promise<CreatedLoan> {
      const made = (await call('POST', '/v3/lender/loan/', values)) as Record<string, string>;
      return { loanId: made.loan_id ?? '', token: made.access_token ?? '' };
    },

    async saveStudents({ loanId, token }: CreatedLoan, data: StudentsData, key?: string): Promise<void> {
      await call('PUT', `/v3/lender/loan/${loanId}`, { data }, token, key);
    },

    async submit({ loanId, token }: CreatedLoan, data: ApplicationData, key?: string): Promise<void> {
      await call('PUT', `/loans/${loanId}`, { data }, token, key);
    },

    /** Sets columns of the loan to a state that would otherwise come later in its life. */
    async alter(loanId: string, values: Partial<typeof loans.$inferInsert>): Promise<void> {
      await db.update(loans).set(values).where(eq(loans.id, loanId));
    },

    /** A reviewer's question; with a reason but `other`, the message is that reason's ready-made words in English. */
    async ask(
      loanId: string,
      field: string,
      { reason = 'other', message, round = 1 }: QueryFixture,
    ): Promise<void> {
      await db.insert(queries).values({
        id: crypto.randomUUID(),
        loanId,
        field,
        reason,
        message: reason === 'other' ? (message ?? '') : reasonWords[reason],
        round,
        state: 'raised',
        raisedBy: 'reviewer',
        raisedAt: new Date(),
      });
    },

    /** Returns the states of the questions in the order in which they were asked. */
    async queriesOf(loanId: string) {
      const rows = await db
        .select()
        .from(queries)
        .where(eq(queries.loanId, loanId))
        .orderBy(asc(queries.raisedAt), asc(queries.id));
      return rows.map(({ field, round, state, answer }) => ({ field, round, state, answer }));
    },

    /** The reviewer asks again about what was answered. */
    async decide(loanId: string, field: string, state: 'accepted' | 'asked_again'): Promise<void> {
      await db
        .update(queries)
        .set({ state, decidedBy: 'reviewer', decidedAt: new Date() })
        .where(and(eq(queries.loanId, loanId), eq(queries.field, field)));
    },

    /** A document is brought as the applicant's page does, and the scan has let it pass. @returns its key */
    async attach(
      { loanId, token }: CreatedLoan,
      type: DocumentType,
      content: Uint8Array,
      more: object = {},
    ): Promise<string> {
      const { key } = await addDocument({ url, loanId, token }, type, content, more);
      await until(
        'the scan lets it pass',
        () => db.select({ scan: contents.scan }).from(contents).where(eq(contents.key, key)),
        ([content]) => content?.scan === 'clean',
      );
      return key;
    },

    /** A fee receipt is brought and tied to the loan. */
    async attachReceipt(loan: CreatedLoan, content: Uint8Array): Promise<void> {
      const fee_receipt = await this.attach(loan, 'fee_receipt', content);
      const body = { loan_id: loan.loanId, fee_receipt };
      await call('PUT', `/v3/lender/loan/by-id/${loan.loanId}`, body, loan.token);
    },

    /** The store has lost what the loan's page has put there and not yet given to the loan. */
    loseUploads(loanId: string): void {
      const group = createHash('sha256').update(`private/${loanId}`).digest('hex');
      rmSync(join(objectStoreFolder(dataDir), 'entries', group), { recursive: true });
    },

    /** The uploads in parts under way in the object store. */
    uploadsBelow: async (prefix: string) => {
      const folder = await openObjectFolder(objectStoreFolder(dataDir), systemClock);
      return openUploads(folder).list(prefix);
    },

    documentsOf: async (loanId: string) => {
      const rows = await db
        .select()
        .from(documents)
        .innerJoin(contents, eq(contents.key, documents.key))
        .where(eq(documents.loanId, loanId));
      return rows.map(({ contents: content, documents: document }) => ({ ...content, ...document }));
    },
    /** Marks the document as one that came while there was no scanner. */
    leaveUnscanned: (loanId: string, type: DocumentType) =>
      db
        .update(contents)
        .set({ scan: 'not_scanned' })
        .where(and(eq(contents.loanId, loanId), eq(contents.type, type))),

    /** The key that a loan's passwords were encrypted with is missing. */
    async makePasswordsUnreadable(loanId: string): Promise<void> {
      await db.update(contents).set({ password: 'v1.00000000.AAAA' }).where(eq(contents.loanId, loanId));
    },

    /** Does `act` while a course has no plans. */
    async withoutPlans(courseId: number, act: () => Promise<void>): Promise<void> {
      const plans = await db.delete(emiOptions).where(eq(emiOptions.courseId, courseId)).returning();
      try {
        await act();
      } finally {
        await db.insert(emiOptions).values(plans);
      }
    },

    async offerPlan(tenureId: number, isOffered: boolean): Promise<void> {
      await db.update(emiOptions).set({ isDisabled: !isOffered }).where(eq(emiOptions.id, tenureId));
    },

    async loanOf(loanId: string): Promise<typeof loans.$inferSelect> {
      const [row] = await db.select().from(loans).where(eq(loans.id, loanId));
      if (!row) throw new Error(`There is no loan ${loanId}`);
      return decryptPersonalData(db, loanId, row);
    },

    loansOf: (email: string) => db.select().from(loans).where(eq(loans.email, email)),

    /** The students' rows in the order of their cards. */
    async studentsOf(loanId: string): Promise<Student[]> {
      const rows = await db
        .select()
        .from(students)
        .where(eq(students.loanId, loanId))
        .orderBy(asc(students.position));
      return rows.map(({ details }) => details as Student);
    },

    draftsOf: (loanId: string) => db.select().from(drafts).where(eq(drafts.loanId, loanId)),

    pushesOf: (loanId: string) =>
      db.select().from(pushes).where(eq(pushes.loanId, loanId)).orderBy(asc(pushes.submission)),

    /** Returns the sandbox lender's records of a loan. */
    async booksOf(loanId: string) {
      const rows = await db
        .select({
          request: sandboxLenderLoans.request,
          calls: sandboxLenderLoans.calls,
        })
        .from(sandboxLenderLoans)
        .innerJoin(lenderLoans, eq(lenderLoans.reference, sandboxLenderLoans.reference))
        .where(eq(lenderLoans.loanId, loanId));
      return rows;
    },

    async close() {
      await server.close(1000);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
