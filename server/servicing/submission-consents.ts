/** Reads and stores the consents of Submit: the lenders that the application goes to, and what each may do to decide (decision 56). */
import {
  submissionConsentMessages,
  submissionConsentVersion,
  type SubmissionPurpose,
  submissionPurposes,
  submissionPurposesOf,
} from '../../domain/servicing/consents.ts';
import type { ApplicationData, SubmissionConsents } from '../../domain/values/wire.ts';
import { intlLocale } from '../../locales/index.ts';
import type { Adapters } from '../adapters/index.ts';
import { lenderName, type LenderProfiles } from '../config/lender-profiles.ts';
import type { Database } from '../db/open.ts';
import type { LenderId } from '../adapters/lenders.ts';
import { wordsChanged } from '../http/problem.ts';
import { latestSubmissionConsents, lendersAtSubmit, lendersOf } from '../loans/lenders-of-loan.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { appMessages } from '../texts/app-messages.ts';
import { hasMinorStudent, insertConsents } from './consents.ts';

type Needs = { adapters: Pick<Adapters, 'lenders'>; config: { lenderProfiles: LenderProfiles }; now: Date };

const words = appMessages(Object.values(submissionConsentMessages));

/** The answers that the consents depend on, as they are typed; what is absent is read as it is saved. */
type TypedAnswers = { institutionId?: number | undefined; hasMinor?: boolean | undefined };

/** Returns what Submit still has to ask, and of which lenders. */
export async function readSubmissionConsents(
  db: Database,
  loan: LoanRow,
  needs: Needs,
  typed?: TypedAnswers,
): Promise<SubmissionConsents> {
  const { ids, needed } = await neededConsents(db, loan, needs, typed);
  const { lenderProfiles } = needs.config;
  return { lenders: ids.map((id) => ({ lender_id: id, name: lenderName(lenderProfiles, id) })), needed };
}

/**
 * Lists each purpose that one of the lenders has no consent to. Those of an earlier Submit hold; a lender that one went to
 * without them, as the specification has it, is not asked about again.
 */
async function neededConsents(
  db: Database,
  loan: LoanRow,
  { adapters, now }: Needs,
  typed: TypedAnswers = {},
): Promise<{ ids: LenderId[]; needed: SubmissionPurpose[] }> {
  const { id, customerConsentAt, institutionId } = loan;
  const about = { ...loan, institutionId: typed.institutionId ?? institutionId };
  const ids = await lendersAtSubmit(db, about, adapters.lenders);
  const rows = await latestSubmissionConsents(db, id);
  const silent = rows.length === 0 && customerConsentAt !== null ? lendersOf(loan) : [];
  const isGiven = (lenderId: LenderId, purpose: SubmissionPurpose) =>
    silent.includes(lenderId) ||
    rows.some((one) => one.lenderId === lenderId && one.purpose === purpose && one.withdrawnAt === null);
  const purposes = submissionPurposesOf(typed.hasMinor ?? (await hasMinorStudent(db, id, now)));
  return { ids, needed: purposes.filter((purpose) => !ids.every((one) => isGiven(one, purpose))) };
}

/**
 * Stores the consents of a submission, a row for each lender and purpose, with the words that named all of them.
 * @param loan as the submission has written it, with the consent that it had before
 * @returns the lenders that the application goes to
 * @throws Problem 400 where one that is needed is missing, the words were others, or other lenders were named
 */
export async function storeSubmissionConsents(
  tx: Database,
  loan: LoanRow,
  { data, ...needs }: Needs & { data: Pick<ApplicationData, 'consents' | 'lender_ids'> },
): Promise<LenderId[]> {
  const { ids, needed } = await neededConsents(tx, loan, needs);
  const names = ids.map((id) => lenderName(needs.config.lenderProfiles, id));
  const sent = data.consents ?? [];
  const isSilent = data.consents === undefined && loan.customerConsentAt === null;
  const missing = needed.filter((purpose) => !isSilent && !sent.some((one) => one.purpose === purpose));
  if (missing.length > 0) throw wordsChanged('consents', missing.join(', '));
  if (sent.some(({ version }) => version !== submissionConsentVersion))
    throw wordsChanged('consents', submissionConsentVersion);
  if (data.lender_ids !== undefined && !isSameSet(data.lender_ids, ids))
    throw wordsChanged('lender_ids', ids.join(', '));
  await insertConsents(
    tx,
    ids.flatMap((lenderId) =>
      submissionPurposes.flatMap((purpose) =>
        sent
          .filter((one) => one.purpose === purpose && needed.includes(purpose))
          .map(({ version, language }) => ({
            ...{ customerId: loan.customerId, loanId: loan.id, lenderId, purpose, version, language },
            words: words[language][submissionConsentMessages[purpose]].replaceAll(
              '{lenders}',
              new Intl.ListFormat(intlLocale(language)).format(names),
            ),
          })),
      ),
    ),
    needs.now,
  );
  return ids;
}

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
