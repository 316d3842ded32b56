/**
 * The data of the lenders and the platform for key facts statements and agreements: a JSON file that
 * `SERVICING_PROFILES` names. A lender without a profile makes no offers, because its key facts could not be stated.
 */
import * as z from 'zod/mini';
import { type LenderId, lenderIds } from '../adapters/lenders.ts';
import type { PayeeAccount } from '../adapters/provider.ts';

const text = z.string().check(z.minLength(1), z.maxLength(200));

const officer = z.strictObject({ name: text, phone: text, email: text });

const settlementAccount = z.strictObject({
  holder: text,
  /** The name of the account at the provider of payments, such as that of a linked account. */
  id: text,
  /** The name of the lender as a creditor at the provider of mandates; absent where it is `id`. */
  creditorId: z.exactOptional(text),
});

const profile = z.strictObject({
  name: text,
  /** The account that its borrowers pay to; without one it takes no payments here. */
  settlementAccount: z._default(z.nullable(settlementAccount), null),
  /** Its nodal officer for grievances. */
  officer,
  /** True if the lender may transfer or securitise its loans. */
  transferable: z.boolean(),
  /** The company that recovers dues for it. */
  recoveryAgent: z._default(z.nullable(text), null),
  /** The lender of a part of the loan; percents are decimal text. */
  partnerLender: z._default(
    z.nullable(z.strictObject({ name: text, sharePercent: text, blendedRate: text })),
    null,
  ),
});

export const lenderProfiles = z.strictObject({
  /** The platform with its grievance officer. */
  platform: z.strictObject({ name: text, officer }),
  lenders: z.partialRecord(z.enum(lenderIds.map((id) => `${id}` as const)), profile),
});

export type LenderProfile = z.infer<typeof profile>;

export type LenderProfiles = z.infer<typeof lenderProfiles>;

const sandboxOfficer = (who: string) => ({
  name: `Grievance officer of ${who}`,
  phone: '1800 000 0000',
  email: 'grievances@invalid.example',
});

export const sandboxProfiles: LenderProfiles = {
  platform: { name: 'Feepath sandbox', officer: sandboxOfficer('the sandbox') },
  lenders: Object.fromEntries(
    lenderIds.map((id) => [
      id,
      {
        name: `Sandbox lender ${id}`,
        settlementAccount: { holder: `Sandbox lender ${id} Ltd`, id: `acc_sandbox_${id}` },
        officer: sandboxOfficer(`sandbox lender ${id}`),
        transferable: id === 12,
        recoveryAgent: id === 12 ? 'Sandbox Recovery' : null,
        partnerLender: null,
      },
    ]),
  ),
};

/** Returns the account that a lender is paid to; null where it takes no payments here. */
export function payeeAccount(
  { lenders }: LenderProfiles,
  { lenderId, by }: { lenderId: number; by: 'payments' | 'mandate' },
): PayeeAccount | null {
  const account = lenders[lenderId as LenderId]?.settlementAccount;
  if (!account) return null;
  const { holder, id, creditorId = id } = account;
  return { id: by === 'mandate' ? creditorId : id, holder };
}

/** The name by which people know a lender. */
export const lenderName = ({ lenders }: LenderProfiles, id: number): string =>
  lenders[id as LenderId]?.name ?? `Lender ${id}`;

/** The lender's; null where it has no profile. */
export const grievanceOfficer = ({ lenders }: LenderProfiles, id: number): LenderProfile['officer'] | null =>
  lenders[id as LenderId]?.officer ?? null;
