/** Who is kept out of the operations. */
import { type Caller, loadContract, type OperationId } from '../../../server/contract/contract.ts';
import { demoKey } from '../../../server/sandbox/demo-key.ts';

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

/** Who is kept out of an operation, by who may call it. */
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
  anyone: [],
  webhook: [
    ['no signature', { 'webhook-signature': undefined }, 401],
    ['another time stamp', { 'webhook-timestamp': '1784529001' }, 401],
    ['another id', { 'webhook-id': 'another' }, 401],
  ],
};

const callers = new Map(loadContract().operations.map(({ id, caller }) => [id, caller]));
export const strangersTo = (id: OperationId): Stranger[] => strangers[callers.get(id) ?? 'key'];
