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
import { wordsChanged } from '../http/problem.ts';
import { latestSubmissionConsents, lendersAtSubmit } from '../loans/lenders-of-loan.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { appMessages } from '../texts/app-messages.ts';
import { hasMinor, insertConsents, refuseMissing } from './consents.ts';

type Needs = { adapters: Pick<Adapters, 'lenders'>; config: { lenderProfiles: LenderProfiles }; now: Date };

const words = appMessages(Object.values(submissionConsentMessages));

/**
 * Returns what Submit still has to ask: each purpose that one of the lenders has no consent to. Those of an earlier Submit hold; one
 * that was sent without them, as the specification has it, is not asked about again.
 */
export async function readSubmissionConsents(
  db: Database,
  { id, customerConsentAt }: Pick<LoanRow, 'id' | 'customerConsentAt'>,
  { adapters, config, now }: Needs,
): Promise<SubmissionConsents> {
  const ids = await lendersAtSubmit(db, id, adapters.lenders);
  const rows = await latestSubmissionConsents(db, id);
  const isGiven = (lenderId: number, purpose: SubmissionPurpose) =>
    rows.some((one) => one.lenderId === lenderId && one.purpose === purpose && one.withdrawnAt === null);
  const needed = submissionPurposesOf(await hasMinor(db, id, now)).filter(
    (purpose) => !ids.every((lenderId) => isGiven(lenderId, purpose)),
  );
  return {
    lenders: ids.map((lenderId) => ({
      lender_id: lenderId,
      name: lenderName(config.lenderProfiles, lenderId),
    })),
    needed: rows.length === 0 && customerConsentAt !== null ? [] : needed,
  };
}

/**
 * Stores the consents of a submission, a row for each lender and purpose, with the words that named all of them.
 * @param loan as it was before the submission
 * @throws Problem 400 where one that is needed is missing, the words were others, or other lenders were named
 */
export async function storeSubmissionConsents(
  tx: Database,
  loan: Pick<LoanRow, 'id' | 'customerId' | 'customerConsentAt'>,
  { data, ...needs }: Needs & { data: Pick<ApplicationData, 'consents' | 'lender_ids'> },
): Promise<void> {
  const { lenders, needed } = await readSubmissionConsents(tx, loan, needs);
  const sent = data.consents ?? [];
  const isSilent = data.consents === undefined && loan.customerConsentAt === null;
  refuseMissing(needed.filter((purpose) => !isSilent && !sent.some((one) => one.purpose === purpose)));
  if (sent.some(({ version }) => version !== submissionConsentVersion))
    throw wordsChanged('consents', submissionConsentVersion);
  const ids = lenders.map(({ lender_id }) => lender_id);
  if (data.lender_ids !== undefined && !isSameSet(data.lender_ids, ids))
    throw wordsChanged('lender_ids', ids.join(', '));
  await insertConsents(
    tx,
    lenders.flatMap(({ lender_id: lenderId }) =>
      submissionPurposes.flatMap((purpose) =>
        sent
          .filter((one) => one.purpose === purpose && needed.includes(purpose))
          .map(({ version, language }) => ({
            ...{ customerId: loan.customerId, loanId: loan.id, lenderId, purpose, version, language },
            words: words[language][submissionConsentMessages[purpose]].replaceAll(
              '{lenders}',
              new Intl.ListFormat(intlLocale(language)).format(lenders.map(({ name }) => name)),
            ),
          })),
      ),
    ),
    needs.now,
  );
}

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
