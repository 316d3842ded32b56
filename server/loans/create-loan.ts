/** Creates a loan: of a partner by its key, or of a customer, who then owns it. */
import { and, eq, desc, isNull, ne, sql } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { checkWire } from '../../domain/values/check.ts';
import { createLoanForm } from '../../domain/forms/create.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import { embeddedLenderId } from '../../domain/lending/lenders.ts';
import { limits } from '../../domain/values/limits.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { CreatedLoan, Institution, CreateLoan } from '../../domain/values/wire.ts';
import type { ApiKey } from '../partners/api-keys.ts';
import type { Customer } from '../customers/sessions.ts';
import { type Database, batchTransaction } from '../db/open.ts';
import { loans, drafts, loanTokens } from '../db/schema/loans.ts';
import type { BaseContext } from '../api/handler.ts';
import { errorFields } from '../platform/log.ts';
import { loanMessages } from '../outbox/queue.ts';
import { Problem } from '../http/problem.ts';
import { issueLoanToken, type LoanRow, createLoanToken } from './tokens.ts';
import { isRowId } from './ids.ts';
import { refuseIssues } from './refusals.ts';
import { applicantOfEarlier, studentsOfEarlier } from '../../domain/forms/earlier-application.ts';
import type { Section } from '../db/schema/columns.ts';
import { institutions } from '../db/schema/institutions.ts';
import { encryptPersonalData } from '../encryption/personal-data.ts';
import { loanOnWire } from './read.ts';
import { recordColumns, normalizeRecord } from './record.ts';
import { preparedOn } from '../db/prepared.ts';
import { timeline } from '../db/schema/review.ts';
import { notifyRunners } from '../jobs/queue.ts';
import {
  messageParts,
  type OutgoingMessages,
  messageValues,
  lockRecipients,
} from '../outbox/store-messages.ts';
import type { TimelineAct, TimelineActor } from '../timeline/timeline.ts';
import { insertDeliveries, notifyDeliveries, type PartnerEvent } from '../webhooks/store-deliveries.ts';

type Needs = Pick<BaseContext, 'db' | 'clock' | 'log' | 'adapters' | 'config'> & {
  key: ApiKey;
  customer?: Customer;
};

/**
 * Creates a loan per partner and Idempotency-Key. A retry gets its own token while the form may be sent again: the
 * Idempotency-Key is no secret, so it gives no access to anything submitted since.
 * @throws Problem 400 for values that break a rule, 409 if the Idempotency-Key was used for something else
 */
export async function createLoan(
  repeatKey: string | undefined,
  sent: CreateLoan,
  { db, clock, log, key, customer, adapters, config }: Needs,
): Promise<CreatedLoan> {
  const now = clock.now();
  const wire = { name: sent.name.trim(), phone: sent.phone, email: sent.email.trim() };
  refuseIssues(checkWire(createLoanForm, wire, { today: todayInIndia(now) }));
  const newLoan: NewLoan = {
    name: wire.name,
    mobile: wire.phone,
    email: wire.email,
    lockedInstituteId: sent.institute_id === undefined ? null : lockedTo(sent.institute_id),
    test: sent.test ?? false,
    language: sent.language ?? 'en',
    customerId: customer?.id ?? null,
  };

  const idempotencyKey = repeatKey?.toLowerCase() ?? null;
  const { partnerId } = key;
  const known = await createdBefore(db, partnerId, idempotencyKey, newLoan, now);
  if (!known && !(await adapters.email.reaches(wire.email))) {
    const error = { field: 'email', code: 'create.error.email.invalid', message: 'no mail can reach it' };
    throw new Problem(400, 'Invalid Email', [error], { code: 'refusal.email' });
  }
  if (known) return reopenLoan(db, known, now);
  const loan = { id: platform.uuid(), partnerId, ...newLoan, ...presentationOf(customer, config) };
  const messages = loanMessages({ loan, template: 'application.created', values: {}, now, config });
  const token = await insertLoan(db, { loan, key, idempotencyKey, messages, now });
  if (token !== undefined && customer) {
    // The loan is stored even if this fails: one whose drafts stay empty can be filled in.
    await carryAnswers(db, { loan, customerId: customer.id, now }).catch((error: unknown) =>
      log.error('earlier answers not carried', errorFields(error)),
    );
  }
  if (token !== undefined) return { loan_id: loan.id, access_token: token };
  // Another call with the same key was first; its row is there now.
  const first = await createdBefore(db, partnerId, idempotencyKey, newLoan, now);
  if (!first)
    throw new Problem(409, 'The same application is being created', undefined, {
      code: 'refusal.creationRunning',
    });
  return reopenLoan(db, first, now);
}

/** Returns the existing loan with a new token. */
const reopenLoan = async (db: Database, { id }: LoanRow, now: Date): Promise<CreatedLoan> => ({
  loan_id: id,
  access_token: await issueLoanToken(db, id, now),
});

/** A customer's loan has the fields of the consumer app, and what its lender asks for besides. */
const presentationOf = (
  customer: Customer | undefined,
  { askedFields }: Needs['config'],
): LoanPresentation =>
  customer
    ? { presentation: 'consumer', askedFields: [...(askedFields[embeddedLenderId] ?? [])] }
    : { presentation: 'embedded' };

/** An id of no institution is kept, since the form says that it was not found; one too large for the column as 0. */
const lockedTo = (institute: number): number => (isRowId(institute) ? institute : limits.unknownInstituteId);

const repeatableForMs = 24 * 60 * 60 * 1000;

/**
 * The loan that an earlier call with this key made.
 * @throws Problem 409 where that one said something else, is a day old, or was submitted since
 */
async function createdBefore(
  db: Database,
  partnerId: string,
  idempotencyKey: string | null,
  newLoan: NewLoan,
  now: Date,
): Promise<LoanRow | undefined> {
  if (idempotencyKey === null) return undefined;
  const [row] = await db
    .select()
    .from(loans)
    .where(and(eq(loans.partnerId, partnerId), eq(loans.idempotencyKey, idempotencyKey)));
  if (row && Object.entries(newLoan).some(([name, value]) => row[name as keyof NewLoan] !== value)) {
    throw keyUsed('for another application');
  }
  if (row && (row.status !== 'draft' || now.getTime() - row.createdAt.getTime() >= repeatableForMs)) {
    throw keyUsed('up');
  }
  return row;
}

const keyUsed = (how: string): Problem =>
  new Problem(409, `This Idempotency-Key was used ${how}`, undefined, { code: 'refusal.creationUsed' });

/**
 * Fills the drafts of a customer's new loan in with what they answered the last time (decision 105), of the latest loan
 * that they have submitted; nothing is stored where there is none.
 */
async function carryAnswers(
  db: Database,
  created: { loan: NewLoan & LoanPresentation & { id: string }; customerId: string; now: Date },
): Promise<void> {
  const { loan, customerId, now } = created;
  const [found] = await db
    .select(recordColumns)
    .from(loans)
    .leftJoin(institutions, eq(institutions.id, loans.institutionId))
    .where(
      and(
        eq(loans.customerId, customerId),
        ne(loans.status, 'draft'),
        eq(loans.test, loan.test),
        isNull(loans.erasedAt),
      ),
    )
    .orderBy(desc(loans.createdAt), loans.id)
    .limit(1);
  if (!found) return;
  const earlier = loanOnWire(db, normalizeRecord(found));
  const application = {
    presentation: loan.presentation ?? 'embedded',
    asked_fields: loan.askedFields ?? [],
    name: loan.name,
    institution: await institutionOf(db, loan.lockedInstituteId ?? found.row.institutionId),
  };
  const from = todayInIndia(found.row.createdAt);
  const bodies = {
    students: studentsOfEarlier(earlier, application, { from, today: todayInIndia(now) }),
    applicant: applicantOfEarlier(earlier, application, from),
  };
  const rows = Object.entries(bodies).map(([step, body]) => ({
    ...{ loanId: loan.id, step, version: 1, updatedAt: now },
    body: encryptPersonalData(db, loan.id, body as unknown as Section),
  }));
  // A repeat of the creation may have opened the loan, and saved what was typed, in the meantime.
  await db.insert(drafts).values(rows).onConflictDoNothing();
}

async function institutionOf(db: Database, id: number | null): Promise<Institution | null> {
  if (id === null) return null;
  const [row] = await db.select().from(institutions).where(eq(institutions.id, id));
  return row ? onWire(row) : null;
}

type NewLoan = Pick<
  LoanRow,
  'name' | 'mobile' | 'email' | 'lockedInstituteId' | 'test' | 'language' | 'customerId'
>;

/** The flow of a loan and its lender's additional fields; left out, the embedded flow. */
type LoanPresentation = Partial<Pick<LoanRow, 'presentation' | 'askedFields'>>;

const insertStatement = preparedOn((db) => {
  const { placeholder } = sql;
  const now = sql`${placeholder('now')}::timestamptz`;
  // The conflict target is left out: a retry violates two unique indexes, in either order.
  const loan = db.$with('loan', { id: sql<string>`id`.as('id') }).as(sql`
    insert into ${loans} (id, partner_id, api_key_id, idempotency_key, name, mobile, email, locked_institute_id,
      test, language, customer_id, presentation, asked_fields, created_at, updated_at)
    values (${placeholder('id')}, ${placeholder('partnerId')}, ${placeholder('apiKeyId')},
      ${placeholder('idempotencyKey')}, ${placeholder('name')}, ${placeholder('mobile')}, ${placeholder('email')},
      ${placeholder('lockedInstituteId')}, ${placeholder('test')}, ${placeholder('language')},
      ${placeholder('customerId')}, ${placeholder('presentation')}, ${placeholder('askedFields')}::text[], ${now}, ${now})
    on conflict do nothing returning id`);
  const token = db.$with('token', {}).as(sql`
    insert into ${loanTokens} (token_hash, loan_id, created_at, last_used_at)
    select ${placeholder('tokenHash')}, loan.id, ${now}, ${now} from loan`);
  const entry = db.$with('entry', {}).as(sql`
    insert into ${timeline} (loan_id, at, actor, act)
    select loan.id, ${now}, ${'applicant' satisfies TimelineActor}, ${'loan.created' satisfies TimelineAct}
    from loan returning id`);
  // The timeline is read in the order in which its entries were stored, so theirs wait for the first.
  const [stored, ...parts] = messageParts(db, sql`exists (select from entry)`);
  return db
    .with(loan, token, entry, stored, ...parts)
    .select({ id: loan.id, hasMessages: sql<boolean>`exists (select from stored)` })
    .from(loan)
    .prepare('insert_loan');
});

const createdEvent = (loanId: string): PartnerEvent => ({
  loanId,
  entryId: null,
  act: 'loan.created',
  type: 'application.created',
});

/**
 * Inserts a loan with its first token, its first entry of the timeline and its first messages, by one statement, and
 * the deliveries of its first event by another.
 * @param creation.messages the messages that it begins with
 * @returns the token, which the client keeps; undefined where the partner has used the Idempotency-Key before
 */
async function insertLoan(
  db: Database,
  creation: {
    loan: NewLoan & LoanPresentation & { id: string };
    key: Pick<ApiKey, 'id' | 'partnerId'>;
    idempotencyKey: string | null;
    messages: OutgoingMessages;
    now: Date;
  },
): Promise<string | undefined> {
  const { loan, key, idempotencyKey, messages, now } = creation;
  const { token, tokenHash } = createLoanToken();
  const values = {
    ...messageValues(messages),
    ...loan,
    presentation: loan.presentation ?? 'embedded',
    askedFields: `{${(loan.askedFields ?? []).join()}}`,
    ...{ partnerId: key.partnerId, apiKeyId: key.id, idempotencyKey, tokenHash, now: now.toISOString() },
  };
  const [, [inserted], hasDeliveries] = await batchTransaction(db, [
    (tx) => lockRecipients(tx, messages),
    (tx) => insertStatement(tx).execute(values),
    (tx) => insertDeliveries(tx, [createdEvent(loan.id)]),
  ]);
  if (inserted?.hasMessages) notifyRunners();
  if (hasDeliveries) notifyDeliveries();
  return inserted && token;
}
