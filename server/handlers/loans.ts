/** A loan's beginning and its submission. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { checkWire } from '../../domain/check.ts';
import { createForm } from '../../domain/create.ts';
import { todayInIndia } from '../../domain/dates.ts';
import { limits } from '../../domain/limits.ts';
import type { CreatedLoan } from '../../domain/wire.ts';
import type { components } from '../../openapi/generated.ts';
import { type Database, transaction } from '../db/open.ts';
import { loans } from '../db/schema.ts';
import type { Context, Handlers } from '../handler.ts';
import { writeApplication } from '../loans/application.ts';
import { isRowId } from '../loans/ids.ts';
import { insertLoan, type NewLoan } from '../loans/insert-loan.ts';
import { refuseIssues } from '../loans/refusals.ts';
import { queueMessages } from '../outbox/queue.ts';
import { Problem, shapeError } from '../problem.ts';
import { schedulePush } from '../push/schedule.ts';
import { issueLoanToken, type LoanRow } from '../tokens.ts';

export const loanHandlers = {
  createLoan: async ({ header, body }, context) => created(header['Idempotency-Key'], body, context),

  createLoanByWiderName: async ({ header, body }, context) =>
    created(header['Idempotency-Key'], body, context),

  async saveApplication({ body: { data } }, { db, clock, config, loan }) {
    const now = clock.now();
    const order = { loanId: loan.id, lenderId: loan.lenderId };
    const result = await transaction(db, async (tx) => {
      const written = await writeApplication(tx, loan.id, data, now);
      if (written) await schedulePush(tx, order, { now, config });
      return written;
    });
    if (!result) {
      const error = shapeError('el_details.order_value', 'has changed with the terms of the institution');
      throw new Problem(409, 'The fee has changed since it was shown; read the loan again', [error]);
    }
    return { success: true, result };
  },
} satisfies Partial<Handlers>;

type Sent = components['schemas']['CreateLoan'];

/**
 * One loan per partner and Idempotency-Key. A repeat gets a token of its own, for as long as a form may be sent again:
 * the Idempotency-Key is no secret, so it opens nothing of what was submitted since.
 */
async function created(repeatKey: string | undefined, sent: Sent, context: Context<'createLoan'>) {
  const { db, clock, key, adapters, config } = context;
  const now = clock.now();
  const wire = { name: sent.name.trim(), phone: sent.phone, email: sent.email.trim() };
  refuseIssues(checkWire(createForm, wire, { today: todayInIndia(now) }));
  const newLoan: NewLoan = {
    name: wire.name,
    mobile: wire.phone,
    email: wire.email,
    lockedInstituteId: sent.institute_id === undefined ? null : lockedTo(sent.institute_id),
    test: sent.test ?? false,
    language: sent.language ?? 'en',
  };

  const idempotencyKey = repeatKey?.toLowerCase() ?? null;
  const known = await createdBefore(db, key.partnerId, idempotencyKey, newLoan, now);
  if (!known && !(await adapters.email.reaches(wire.email))) {
    throw new Problem(400, 'Invalid Email', [
      { field: 'email', code: 'create.error.email.invalid', message: 'no mail can reach it' },
    ]);
  }
  const result = await transaction(db, async (tx): Promise<CreatedLoan> => {
    const loan = { id: randomUUID(), ...newLoan };
    const token = known ? undefined : await insertLoan(tx, { loan, key, idempotencyKey, now });
    if (token !== undefined) {
      await queueMessages(tx, { loan, template: 'application.created', values: {}, now, config });
      return { loan_id: loan.id, access_token: token };
    }
    // Where another call with the same key was first, its row is there now.
    const first = known ?? (await createdBefore(tx, key.partnerId, idempotencyKey, newLoan, now));
    if (!first) throw new Problem(409, 'The same application is being created');
    return { loan_id: first.id, access_token: await issueLoanToken(tx, first.id, now) };
  });
  return { success: true as const, result, message: 'The application was created' };
}

/**
 * An id that no institution has is kept too, since the form says that it was not found; one that the column cannot
 * hold is kept as 0.
 */
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
    throw new Problem(409, 'This Idempotency-Key was used for another application');
  }
  if (row && (row.status !== 'draft' || now.getTime() - row.createdAt.getTime() >= repeatableForMs)) {
    throw new Problem(409, 'This Idempotency-Key was used up');
  }
  return row;
}
