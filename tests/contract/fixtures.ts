/** The steps to a submitted loan. */
import { expect } from 'vitest';
import { application, person, student } from '../support/form-values.ts';
import { pushRequestOf } from '../../domain/lending/push-request.ts';
import type { Application, ReviewActs, Loan, PushRequest, Student } from '../../domain/values/wire.ts';
import type { Callable, CookieJar } from './calls.ts';

export * from '../support/form-values.ts';

export type CreatedLoan = { id: string; token: string };

export async function createdLoan(app: Callable, changes: object = {}): Promise<CreatedLoan> {
  const { status, body } = await app.call('createLoan', { body: { ...person, ...changes } });
  expect(status).toBe(200);
  return { id: body.result.loan_id, token: body.result.access_token };
}

/** A loan with one student. */
export async function withStudent(
  app: Callable,
  changes: Partial<Student> = {},
): Promise<CreatedLoan & { row: Student }> {
  const loan = await createdLoan(app);
  const row = student(changes);
  const { status, body } = await saveStudents(app, loan, {
    'el_details.institution_id': row.institution_id,
    'el_details.students': [row],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...loan, row };
}

export const saveStudents = (app: Callable, { id, token }: CreatedLoan, data: object) =>
  app.call('saveStudents', { path: { id }, token, body: { data } });

export const saveApplication = (app: Callable, { id, token }: CreatedLoan, data: object) =>
  app.call('saveApplication', { path: { id }, token, body: { data } });

/** A loan that is ready to be pushed. */
export async function submitted(app: Callable, digits = '1234'): Promise<CreatedLoan & { loan: Loan }> {
  const opened = await withStudent(app);
  const { status, body } = await saveApplication(app, opened, application(digits));
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...opened, loan: body.result };
}

export const push = (
  app: Callable,
  { token, loan }: CreatedLoan & { loan: Loan },
  changes: Partial<PushRequest> = {},
) =>
  app.call('createOnLender', {
    path: { lender_id: 15 },
    token,
    body: { ...pushRequestOf(loan), ...changes },
  });

export async function readLoan(app: Callable, { id, token }: CreatedLoan): Promise<Loan> {
  const { status, body } = await app.call('getLoan', { path: { id }, token });
  expect(status).toBe(200);
  return body.result;
}

/** The application as the desk shows it to a reviewer. */
export async function readReviewedApplication(
  app: Callable,
  jar: CookieJar,
  id: string,
): Promise<Application> {
  const { status, body } = await app.call('getApplication', { path: { id }, jar });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.result;
}

/** @param acts decided on the latest version, unless they name another */
export async function decide(app: Callable, jar: CookieJar, id: string, acts: Partial<ReviewActs>) {
  const version = acts.version ?? (await readReviewedApplication(app, jar, id)).version;
  return app.call('actOnApplication', { path: { id }, jar, body: { ...acts, version } });
}

export const question = (field: string, message = 'Please look again') => ({
  field,
  reason: 'unclear' as const,
  message,
});

/** Flags fields, so that the application goes back to its applicant. */
export async function sentBack(
  app: Callable,
  jar: CookieJar,
  { id }: CreatedLoan,
  fields: readonly string[],
): Promise<Application> {
  const { status, body } = await decide(app, jar, id, { raise: fields.map((field) => question(field)) });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.result;
}
