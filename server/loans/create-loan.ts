/** Creates a loan: of a partner by its key, or of a customer, who then owns it. */
import { and, eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { checkWire } from '../../domain/values/check.ts';
import { createLoanForm } from '../../domain/forms/create.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import { embeddedLenderId } from '../../domain/lending/lenders.ts';
import { limits } from '../../domain/values/limits.ts';
import type { CreatedLoan } from '../../domain/values/wire.ts';
import type { components } from '../../openapi/generated.ts';
import type { ApiKey } from '../partners/api-keys.ts';
import type { Customer } from '../customers/sessions.ts';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import type { BaseContext } from '../api/handler.ts';
import { errorFields } from '../platform/log.ts';
import { loanMessages } from '../outbox/queue.ts';
import { Problem } from '../http/problem.ts';
import { issueLoanToken, type LoanRow } from './tokens.ts';
import { carryAnswers } from './carry-answers.ts';
import { isRowId } from './ids.ts';
import { insertLoan, type LoanPresentation, type NewLoan } from './insert-loan.ts';
import { refuseIssues } from './refusals.ts';

type Sent = components['schemas']['CreateLoan'];

type Needs = Pick<BaseContext, 'db' | 'clock' | 'log' | 'adapters' | 'config'> & {
  key: ApiKey;
  customer?: Customer;
};

/**
 * One loan per partner and Idempotency-Key. A repeat gets a token of its own, for as long as a form may be sent again:
 * the Idempotency-Key is no secret, so it opens nothing of what was submitted since.
 * @throws Problem 400 for values that break a rule, 409 where the Idempotency-Key was used for something else
 */
export async function createLoan(
  repeatKey: string | undefined,
  sent: Sent,
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
    // No part of the creation, which is stored: a loan whose drafts stay empty can be filled in.
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

/** With a token of its own. */
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
    throw keyUsed('for another application');
  }
  if (row && (row.status !== 'draft' || now.getTime() - row.createdAt.getTime() >= repeatableForMs)) {
    throw keyUsed('up');
  }
  return row;
}

const keyUsed = (how: string): Problem =>
  new Problem(409, `This Idempotency-Key was used ${how}`, undefined, { code: 'refusal.creationUsed' });
