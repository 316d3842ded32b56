/**
 * What the lenders and the platform say of themselves in key facts statements and agreements: a JSON file that
 * `SERVICING_PROFILES` names. A lender without a profile makes no offers, because its key facts could not be stated.
 */
import * as z from 'zod/mini';
import { type LenderId, lenderIds } from '../adapters/lenders.ts';

const text = z.string().check(z.minLength(1), z.maxLength(200));

const officer = z.strictObject({ name: text, phone: text, email: text });

const profile = z.strictObject({
  name: text,
  /** Its nodal officer for grievances. */
  officer,
  /** Whether it may transfer or securitise its loans. */
  transferable: z.boolean(),
  /** Who recovers dues for it. */
  recoveryAgent: z._default(z.nullable(text), null),
  /** Who lends a part; percents are decimal text. */
  partnerLender: z._default(
    z.nullable(z.strictObject({ name: text, sharePercent: text, blendedRate: text })),
    null,
  ),
});

export const lenderProfiles = z.strictObject({
  /** With its grievance officer. */
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
        officer: sandboxOfficer(`sandbox lender ${id}`),
        transferable: id === 12,
        recoveryAgent: id === 12 ? 'Sandbox Recovery' : null,
        partnerLender: null,
      },
    ]),
  ),
};

/** The name by which people know a lender. */
export const lenderName = ({ lenders }: LenderProfiles, id: number): string =>
  lenders[id as LenderId]?.name ?? `Lender ${id}`;

/** The lender's; null where it has no profile. */
export const grievanceOfficer = ({ lenders }: LenderProfiles, id: number): LenderProfile['officer'] | null =>
  lenders[id as LenderId]?.officer ?? null;
