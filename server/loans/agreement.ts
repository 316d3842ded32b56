/**
 * The agreement of an applicant with a submission: versions and language of the texts, and the plan with its terms. It
 * is stored with the submission, so that no later import of terms changes it.
 */
import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { fieldAccess, type Lock } from '../../domain/loan/access.ts';
import { planCost } from '../../domain/lending/plan-cost.ts';
import type { EmiOption, Language } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { components } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { emiOptions, institutions } from '../db/schema/institutions.ts';
import type { Agreement } from '../db/schema/review.ts';
import type { LoanRow } from './tokens.ts';
import { isRowId } from './ids.ts';
import { emiOptionOnWire } from './plan.ts';
import { languageCodes } from '../../locales/index.ts';
import { appMessages } from '../texts/app-messages.ts';

/** The plan as a submission stores it and the desk shows it. Amounts are whole rupees, percents decimal text. */
export type AgreedPlan = components['schemas']['AgreedPlan'];

export type InstitutionTerms = AgreedPlan['institution'];

type Versions = Pick<Agreement, 'terms_version' | 'privacy_version'>;

/**
 * @param agreed.versions the texts that this submission agrees to; none in query mode means those of the former submission
 * @param agreed.language that the declaration was read in
 * @param agreed.former the agreement of the submission before
 */
export async function agreementOf(
  tx: Database,
  row: LoanRow,
  agreed: { lock: Lock; versions: Versions; language: Language; former: Agreement | null },
): Promise<Agreement> {
  const { lock, versions, language, former } = agreed;
  const isDeclaredAnew = Object.keys(versions).length > 0 || !former;
  return {
    ...former,
    ...versions,
    ...(isDeclaredAnew
      ? { language, words: declarations[language] }
      : { language: former.language, words: former.words }),
    plan: (isPlanLocked(lock) && former?.plan) || (await presentPlan(tx, row)),
  };
}

/** Returns whether the agreements are equal apart from the wording, which a newer server may change. */
export const isSameAgreement = (one: Agreement | null, other: Agreement): boolean =>
  isDeepStrictEqual({ ...one, words: undefined }, { ...other, words: undefined });

/** Returns whether the plan of the former submission holds, since the applicant could not choose another. */
export const isPlanLocked = (lock: Lock): boolean =>
  lock.mode === 'queried' && fieldAccess(lock, 'loan_details.emi_tenure_id') === 'locked';

async function presentPlan(tx: Database, row: LoanRow): Promise<AgreedPlan | null> {
  const tenureId = Number(row.loanDetails.emi_tenure_id);
  if (!isRowId(tenureId) || row.institutionId === null || row.orderValue === null) return null;
  const [option] = await tx.select().from(emiOptions).where(eq(emiOptions.id, tenureId));
  const [institution] = await tx.select().from(institutions).where(eq(institutions.id, row.institutionId));
  if (!option || !institution) return null;
  return planOf(emiOptionOnWire(option), row.orderValue, termsOf(institution));
}

export function termsOf(row: typeof institutions.$inferSelect): InstitutionTerms {
  const { id, name, commercialType, subvention } = row;
  return onWire({ id, name, commercialType, subvention });
}

function planOf(option: EmiOption, orderValue: number, institution: InstitutionTerms): AgreedPlan {
  const { plan, instalments, total, apr } = planCost(option, orderValue, institution.name);
  const { exact: _, ...amounts } = plan;
  return {
    institution,
    option,
    order_value: orderValue,
    ...amounts,
    instalments: instalments.count,
    total,
    apr,
  };
}

/** The sentence of the form by which an applicant agrees to the terms and the privacy policy, by language. */
const messageId = 'applicant.declare.terms';

const messages = appMessages([messageId]);

export const declarations = Object.fromEntries(
  languageCodes.map((code) => [code, messages[code][messageId]]),
) as Record<Language, string>;
