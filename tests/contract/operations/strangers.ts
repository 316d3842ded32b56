/** The operations refuse callers without credentials, and callers with those of another person. */
import type { StaffRole } from '../../../domain/values/wire.ts';
import {
  type Caller,
  loadContract,
  type Operation,
  type OperationId,
} from '../../../server/contract/contract.ts';
import { demoPartnerId } from '../../../server/partners/api-keys.ts';
import { addPartnerMember } from '../../../server/partner-view/members.ts';
import { demoKey, demoSecretKey } from '../../../server/sandbox/demo-key.ts';
import { setPartnerAccess } from '../../../server/staff/reviewers.ts';
import { createTestPartner } from '../../../server/testing/services.ts';
import type { App } from '../app.ts';
import type { Call } from '../calls.ts';
import { signedUp } from '../customers.ts';
import { signInAs } from '../desk.ts';
import { withStudent } from '../fixtures.ts';
import { createSecretKey, once } from './case.ts';

type Stranger = [who: string, headers: Record<string, string | undefined>, status: 401 | 403];

const unmarked: Stranger[] = [
  ['a call without the marker', { 'x-auth-type': undefined }, 401],
  ['a wrong marker', { 'x-auth-type': 'WEB' }, 401],
];

const keyless: Stranger[] = [
  ...unmarked,
  ['a missing key', { authorization: undefined }, 401],
  ['a wrong key', { authorization: 'fp_wrong' }, 401],
];

const sessionless: Stranger[] = [
  ...unmarked,
  ['a missing session', { cookie: undefined }, 401],
  ['a wrong session', { cookie: 'feepath_staff=wrong' }, 401],
  ["an applicant's key", { authorization: demoKey, 'x-auth-type': 'API' }, 403],
];

/** The callers that each operation refuses, by who may call it. */
const strangers: Record<Caller, Stranger[]> = {
  key: keyless,
  loan: keyless,
  staff: sessionless,
  visitor: unmarked,
  customer: [
    ['a missing access token', { authorization: undefined }, 401],
    ['a wrong access token', { authorization: 'Bearer wrong' }, 401],
    ['an access token with the marker', { 'x-auth-type': 'API' }, 401],
    ['a key', { authorization: demoKey, 'x-auth-type': 'API' }, 401],
  ],
  partner: [
    ['a missing key', { authorization: undefined }, 401],
    ['a secret key that there is not', { authorization: 'Bearer fps_test_wrong' }, 401],
    ['a secret key with the marker', { authorization: `Bearer ${demoSecretKey}`, 'x-auth-type': 'API' }, 401],
    ['a publishable key', { authorization: demoKey, 'x-auth-type': 'API' }, 401],
    ['a publishable key in place of a secret one', { authorization: `Bearer ${demoKey}` }, 401],
  ],
  anyone: [],
  webhook: [
    ['no signature', { 'webhook-signature': undefined }, 401],
    ['another time stamp', { 'webhook-timestamp': '1784529001' }, 401],
    ['another id', { 'webhook-id': 'another' }, 401],
  ],
};

const operations = new Map(loadContract().operations.map((operation) => [operation.id, operation]));

function operationOf(id: OperationId): Operation {
  const operation = operations.get(id);
  if (!operation) throw new Error(`${id} is not in the contract`);
  return operation;
}

export const strangersTo = (id: OperationId): Stranger[] => strangers[operationOf(id).caller];

/** A caller whose valid credentials give no access to the resource that the call names. */
export type Person = [who: string, as: (app: App, call: Call) => Promise<Call>, statuses: readonly number[]];

/** Returns the call without its credentials. */
const unknown = ({ token: _, bearer: __, jar: ___, ...call }: Call): Call => call;

const anotherCustomer = once((app) => signedUp(app));

/** A member of staff and a customer, who see the applications of a partner that has none. */
const anotherPartner = once(async ({ db, clock }) =>
  createTestPartner(db, { name: 'Another', now: clock.now() }),
);
const anotherMember = once(async (app) => {
  const { partnerId } = await anotherPartner(app);
  const customer = await signedUp(app);
  await addPartnerMember(app.db, { mobile: customer.mobile, partnerId, now: app.clock.now() });
  return customer;
});

const staffOfRole = {
  reviewer: once((app) => staffOfAnotherPartner(app, 'reviewer')),
  senior: once((app) => staffOfAnotherPartner(app, 'senior')),
  administrator: once((app) => signInAs(app, 'Latha R', 'administrator')),
} satisfies Record<StaffRole, unknown>;

async function staffOfAnotherPartner(app: App, role: StaffRole) {
  const staff = await signInAs(app, 'Latha R', role);
  const { partnerId } = await anotherPartner(app);
  await setPartnerAccess(app.db, staff.email, partnerId, true);
  return staff;
}

const asCustomer = (who: string, customer: typeof anotherCustomer, statuses = [404]): Person => [
  who,
  async (app, call) => ({ ...unknown(call), bearer: (await customer(app)).bearer }),
  statuses,
];

const asStaff = (who: string, role: StaffRole, status: 403 | 404): Person => [
  who,
  async (app, call) => ({ ...unknown(call), jar: (await staffOfRole[role](app)).jar }),
  [status],
];

const anotherToken = once(withStudent);

const withoutToken: Person = ['a key alone', async (_, call) => unknown(call), [404]];
const withAnotherToken: Person = [
  "another loan's token",
  async (app, call) => ({ ...unknown(call), token: (await anotherToken(app)).token }),
  [404],
];
const customers = [
  asCustomer('another customer', anotherCustomer, [403, 404]),
  asCustomer("another partner's member", anotherMember, [403, 404]),
];

const withKey = (who: string, { ofAnother, test }: { ofAnother: boolean; test: boolean }): Person => [
  who,
  async (app, call) => {
    const partnerId = ofAnother ? (await anotherPartner(app)).partnerId : demoPartnerId;
    return { ...unknown(call), bearer: await createSecretKey(app, { partnerId, test }) };
  },
  [404],
];
const keys = [
  withKey("another partner's key", { ofAnother: true, test: true }),
  withKey('a key of the other mode', { ofAnother: false, test: false }),
];

/** The callers that are kept out of what an operation names by an id. */
const persons: Record<Caller, (operation: Operation) => readonly Person[]> = {
  loan: () => [withoutToken, withAnotherToken, ...customers],
  customer: () => customers,
  staff: ({ id, policy: { roles } }) => [
    ...Object.keys(staffOfRole)
      .filter((role): role is StaffRole => !roles.includes(role as StaffRole))
      .map((role) => asStaff(`a member of staff with the role ${role}`, role, 403)),
    ...(['reviewer', 'senior'] as const)
      .filter((role) => roles.includes(role) && !ofNoPartner.includes(id))
      .map((role) => asStaff(`a ${role} of another partner`, role, 404)),
  ],
  partner: () => [...keys, ...customers],
  key: () => [],
  visitor: () => [],
  anyone: () => [],
  webhook: () => [],
};

const masterData = 'the same for everybody';
const byPassword = 'whoever has the password or the code that the answer asks for';

/** Operations whose ids keep nobody out, and who may name them. */
const openTo: Partial<Record<OperationId, string>> = {
  getInstitute: masterData,
  searchInstitutes: masterData,
  listCourses: masterData,
  listEmiOptions: masterData,
  listCourseOptions: masterData,
  listCities: masterData,
  listCitiesV2: masterData,
  getStateByName: masterData,
  getPincode: masterData,
  verifyEmail: masterData,
  listDocumentsByReason: masterData,
  requestReentry: 'everybody is answered alike; the password goes to the number of the loan',
  reenterLoan: byPassword,
  exchangeAccessCode: byPassword,
  receiveLenderEvent: 'whoever signs as that lender: lender-events.test.ts',
  receiveProviderEvent: 'whoever signs as that provider: provider-events.test.ts',
};

/** The operations on data that all staff share, regardless of partner. */
const ofNoPartner: readonly OperationId[] = ['updateStandardAnswer', 'deleteStandardAnswer'];

const namesSomething = ({ parameters, body }: Operation): boolean =>
  parameters.some((one) => one.in === 'path') ||
  (Array.isArray(body?.value.required) && body.value.required.includes('loan_id'));

/** The persons who are kept out of what an operation names; none where it names nothing. */
export function personsKeptOutOf(id: OperationId): readonly Person[] {
  const operation = operationOf(id);
  return namesSomething(operation) && !(id in openTo) ? persons[operation.caller](operation) : [];
}

/** Finds the operations that name something by an id and keep nobody out, without a reason. */
export const untriedOperations = (): OperationId[] =>
  loadContract()
    .operations.filter((operation) => namesSomething(operation) && !(operation.id in openTo))
    .map(({ id }) => id)
    .filter((id) => personsKeptOutOf(id).length === 0);
