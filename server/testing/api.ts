/** The API of the server's own tests: the contract in front of handlers that answer what a test is about. */
import { type OperationId, operations } from '../../openapi/operations.ts';
import { findApiKey } from '../partners/api-keys.ts';
import { loans } from '../db/schema/loans.ts';
import type { Handlers } from '../api/handler.ts';
import { instituteHandlers } from '../handlers/institutes.ts';
import { masterHandlers } from '../handlers/masters.ts';
import { staffHandlers } from '../handlers/staff.ts';
import { mountApi } from '../api/mount.ts';
import { Problem } from '../http/problem.ts';
import { callHeaders, openTestServices, type TestServices } from './services.ts';
import { issueLoanToken } from '../loans/tokens.ts';

export const loanId = '7c1f6f0e-8f0b-4a53-a1f0-5b3f2f8f0c11';

export type TestApi = {
  services: TestServices;
  app: ReturnType<typeof mountApi>;
  handlers: Handlers;
  /** The latest input of a handler. */
  received: { body?: unknown; header?: unknown };
  /** Opens the loan `loanId`. */
  token: string;
};

/** Five applications in a minute may be created, and three sign-ins made. */
export async function openTestApi(): Promise<TestApi> {
  const received: TestApi['received'] = {};
  const handlers = testHandlers(received);
  const services = await openTestServices({
    RATE_CREATE: '5',
    RATE_LOOKUP: '100000',
    RATE_EMAIL: '100000',
    RATE_SIGN_IN: '3',
  });
  const key = await findApiKey(services.db, callHeaders().authorization ?? '', { sandbox: true });
  const now = services.clock.now();
  await services.db.insert(loans).values({
    id: loanId,
    partnerId: key?.partnerId ?? '',
    apiKeyId: key?.id ?? '',
    name: 'Kavitha',
    email: 'k@parent.example',
    mobile: '9840012345',
    createdAt: now,
    updatedAt: now,
  });
  const token = await issueLoanToken(services.db, loanId, now);
  return { services, app: mountApi(services, handlers), handlers, received, token };
}

/** The handlers that the tests call; the others refuse, and have tests of their own. */
function testHandlers(received: TestApi['received']): Handlers {
  const refuses = async (): Promise<never> => {
    throw new Problem(409, 'Not here');
  };
  return {
    ...(Object.fromEntries(Object.keys(operations).map((id) => [id, refuses])) as Record<
      OperationId,
      typeof refuses
    >),
    ...instituteHandlers,
    ...masterHandlers,
    ...staffHandlers,
    createLoan: async ({ body }) => {
      received.body = body;
      return { loan_id: loanId, access_token: 'token' };
    },
    verifyEmail: async ({ path }) => {
      if (path.email === 'private@parent.example') throw new Error(`no such user: ${path.email}`);
      return true;
    },
    getLoan: async () => {
      const wrong: unknown = { loan_id: 5 };
      return wrong as Awaited<ReturnType<Handlers['getLoan']>>;
    },
    getDraft: async (_, { loan }) => ({ version: loan.version, body: null }),
    keepDraft: async ({ header, body }) => {
      received.header = header;
      received.body = body;
      return { version: header['If-Match'] + 1 };
    },
    keepPresence: async () => ({ version: 1, viewers: [] }),
  };
}

/** Returns a request with a JSON body. @param body a text is sent unchanged */
export const json = (method: string, body: unknown, headers: Record<string, string> = callHeaders()) => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

export const person = { name: 'Kavitha', phone: '9840012345', email: 'k@parent.example' };
