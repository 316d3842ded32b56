/** Reads what the contract says of an operation under `x-policy`: what it costs against which limit, and its body's cap. */
import type { PartnerScope, StaffRole } from '../../domain/values/wire.ts';
import { type LimitName, limitNames } from '../config/rates.ts';
import type { Caller, OperationId } from '../../openapi/operations.ts';

/** The subject of a limit; several subjects together count as one. */
export type LimitSubject = 'address' | 'partner' | 'loan' | 'session' | 'customer';

/** Points that a subject may use up in a minute. */
export type Limit = {
  name: LimitName;
  per: LimitSubject[];
  points: number;
  /** The additional cost of a failed authentication, 0 for none. */
  failure: number;
};

export type Policy = {
  /** The costs of a call, in points. */
  costs: { limit: Limit; points: number }[];
  /** Most bytes of the body; 0 where the operation takes none. */
  bodyBytes: number;
  /**
   * The operation under which the reading of personal data by staff is recorded: the one that opens the screen. Null if
   * nothing is recorded.
   */
  recorded: OperationId | null;
  /** The members of staff who may call it; none for other callers. */
  roles: readonly StaffRole[];
  /** True if a revoked key is accepted, for applicants who have a loan already (decision 2a). */
  acceptsRevokedKey: boolean;
  /** The scope that a secret key has to have; null for other callers. */
  scope: PartnerScope | null;
  /** Says whether a member of the partner may call it as well (decision 5). */
  acceptsMembers: boolean;
};

/** The roles from the fewest permissions to the most. */
export const staffRoles: readonly StaffRole[] = ['reviewer', 'senior', 'administrator'];

export const partnerScopes: readonly PartnerScope[] = [
  'applications:read',
  'applications:write',
  'settlements:read',
  'webhooks:write',
];

/** The known subjects for each kind of caller. */
const known: Record<Caller, LimitSubject[]> = {
  key: ['address', 'partner'],
  loan: ['address', 'partner', 'loan'],
  staff: ['address', 'session'],
  visitor: ['address'],
  webhook: ['address'],
  customer: ['address', 'customer'],
  partner: ['address', 'partner'],
  anyone: ['address'],
};

/** @throws Error where the document has a limit of another name, or lacks one */
export function readLimits(value: unknown): Map<string, Limit> {
  const limits = new Map<string, Limit>();
  for (const [name, limit] of Object.entries(asObject(value, 'x-limits'))) {
    const { per, points, failure = 0 } = asObject(limit, `x-limits ${name}`);
    if (!isLimitName(name)) throw new Error(`x-limits ${name} is not in server/config/rates.ts`);
    if (!Array.isArray(per) || !isCount(points) || !isCount(failure) || points === 0) {
      throw new Error(`x-limits ${name} needs per and points`);
    }
    limits.set(name, { name, per: per as LimitSubject[], points, failure });
  }
  const missing = limitNames.filter((name) => !limits.has(name));
  if (missing.length > 0) throw new Error(`x-limits lacks ${missing.join(', ')}`);
  return limits;
}

/** @throws Error where an operation has no policy, or one that does not fit its caller and its body */
export function readPolicy(
  value: unknown,
  operation: { id: string; caller: Caller; hasBody: boolean; limits: Map<string, Limit> },
): Policy {
  const { id, caller, hasBody, limits } = operation;
  const {
    limits: costs,
    body_bytes: bodyBytes = 0,
    recorded,
    roles = [],
    revoked_key: revokedKey,
    scope,
    member,
  } = asObject(value, `x-policy of ${id}`);
  const policy = {
    costs: Object.entries(asObject(costs, `limits of ${id}`)).map(([name, points]) => {
      const limit = limits.get(name);
      if (!limit) throw new Error(`${id} names the limit ${name}, which x-limits lacks`);
      if (!isCount(points) || points === 0) throw new Error(`${id} costs no points of ${name}`);
      if (!limit.per.every((subject) => known[caller].includes(subject))) {
        throw new Error(`${id} cannot be counted against ${name}: its caller is ${caller}`);
      }
      return { limit, points };
    }),
    bodyBytes: isCount(bodyBytes) ? bodyBytes : 0,
    recorded: typeof recorded === 'string' ? (recorded as OperationId) : null,
    roles: staffRoles.filter((role) => (roles as unknown[]).includes(role)),
    acceptsRevokedKey: revokedKey === 'accepted',
    scope: partnerScopes.find((one) => one === scope) ?? null,
    acceptsMembers: member === 'allowed',
  };
  const isLimited = policy.costs.some(({ limit }) => limit.name === 'address') && policy.costs.length > 1;
  if (!isLimited) throw new Error(`${id} needs the limit of an address and one of its own`);
  if (policy.bodyBytes > 0 !== hasBody) throw new Error(`${id} needs body_bytes where it takes a body`);
  const saysRecorded = recorded === false || typeof recorded === 'string';
  if (caller === 'staff' ? !saysRecorded : recorded !== undefined) {
    throw new Error(`${id} says whether it is recorded where its caller is staff, and nowhere else`);
  }
  if (policy.roles.length > 0 !== (caller === 'staff')) {
    throw new Error(`${id} needs roles where its caller is staff, and nowhere else`);
  }
  if (['accepted', 'refused'].includes(String(revokedKey)) !== (caller === 'key')) {
    throw new Error(`${id} says what a revoked key opens where its caller is a key, and nowhere else`);
  }
  const saysMembers = ['allowed', 'refused'].includes(String(member));
  const isOfPartner = caller === 'partner';
  if ((policy.scope !== null) !== isOfPartner || saysMembers !== isOfPartner) {
    throw new Error(`${id} has a scope and says member where its caller is a partner, and nowhere else`);
  }
  return policy;
}

const isLimitName = (name: string): name is LimitName => (limitNames as readonly string[]).includes(name);

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new Error(`${what} is missing`);
}
