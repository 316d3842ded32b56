/** The identity check of an accepted loan: begun, gone on with on another device, and read at the provider. */
import { eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { isSameName } from '../../domain/servicing/person-name.ts';
import type { Kyc, KycReading } from '../adapters/kyc.ts';
import type { NoRequest, ProviderReply } from '../adapters/provider.ts';
import { insertOne } from '../db/insert-one.ts';
import { type Database, transaction } from '../db/open.ts';
import { kycChecks } from '../db/schema/servicing.ts';
import { decryptPersonalData, encryptPersonalData } from '../encryption/personal-data.ts';
import type { JobResult, JobRun } from '../jobs/runner.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { borrowerNameOf } from './lender-loans.ts';
import { openCase } from './cases.ts';
import { checkLater, firstCheckMs, isCheckedLongEnough } from './provider-checks.ts';
import { isFailure, providerFailed, requireProvider, requireReading } from './provider-replies.ts';
import { servicingRefusal } from './refusals.ts';
import { enqueueLenderPoll } from './lender-polling.ts';
import { advanceStage, lockLenderLoan } from './stage.ts';
import { type KycRow, latestCheck } from './step-rows.ts';
import { lockOpenSteps, returnAddress, type StepNeeds, untilTimeout, requireRead } from './steps.ts';

export type KycLink = { url: string; expiresAt: Date };

/**
 * Returns a link to a new identity check or to the open one. An expired link is replaced.
 * @throws Problem 404 and 409 as the contract says, 502 and 504 for the provider's failures
 */
export async function startKyc(needs: StepNeeds, loanId: string): Promise<KycLink> {
  const kyc = requireProvider(needs.adapters.kyc);
  const opened = await transaction(needs.db, (tx) => openCheck(tx, loanId, needs.clock.now()));
  const link = linkOf(needs.db, opened.check);
  if (link && link.expiresAt > needs.clock.now()) return link;
  const reply = link
    ? await regenerated(needs, kyc, opened)
    : await kyc.request(requestOf(needs, opened), untilTimeout());
  return linkAfter(needs, opened.check, requireReading(reply));
}

/** Makes another link for the check that is open. @throws Problem as `startKyc`, and 409 where no check is open */
export async function regenerateKycToken(needs: StepNeeds, loanId: string): Promise<KycLink> {
  const kyc = requireProvider(needs.adapters.kyc);
  const opened = await transaction(needs.db, async (tx) => {
    const { loan, row } = await lockOpenSteps(tx, loanId, needs.clock.now());
    const check = await latestCheck(tx, row);
    if (check?.state === 'verified') throw servicingRefusal('servicing.step.done');
    if (check?.state !== 'requested') throw servicingRefusal('servicing.step.notNow');
    await askAbout(tx, check, needs.clock.now());
    return { loan, check };
  });
  return linkAfter(needs, opened.check, requireReading(await regenerated(needs, kyc, opened)));
}

/** The job of a pending check. */
export async function checkKyc(needs: StepNeeds, id: string, { signal }: JobRun): Promise<JobResult> {
  const [check] = await needs.db.select().from(kycChecks).where(eq(kycChecks.id, id));
  if (!needs.adapters.kyc || check?.state !== 'requested') return 'done';
  const reply = await needs.adapters.kyc.read(check.providerReference, signal);
  if (!isFailure(reply) && reply.kind === 'check' && (await recordReading(needs, check, reply)).settledAt)
    return 'done';
  // It may be gone on with as long as its latest link is good.
  const since = { createdAt: check.tokenExpiresAt ?? check.createdAt };
  return isCheckedLongEnough(since, needs.clock.now()) ? 'done' : 'retry';
}

type OpenedCheck = { check: KycRow; loan: LoanRow };

/** The check that is open, or a new one, which a job asks about from now on. @throws Problem 404, 409 */
async function openCheck(tx: Database, loanId: string, now: Date): Promise<OpenedCheck> {
  const { loan, row } = await lockOpenSteps(tx, loanId, now);
  const latest = await latestCheck(tx, row);
  if (latest?.state === 'verified') throw servicingRefusal('servicing.step.done');
  const open = latest?.state === 'requested' ? latest : undefined;
  const begun = { loanId, lenderId: row.lenderId, state: 'requested', createdAt: now } as const;
  const ids = { id: platform.uuid(), providerReference: platform.uuid() };
  const check = open ?? (await insertOne(tx, kycChecks, { ...ids, ...begun }));
  await askAbout(tx, check, now);
  return { loan, check };
}

/** Has a job ask about a check, unless one does already: an event may have made that one due at once. */
const askAbout = (tx: Database, { id }: KycRow, now: Date): Promise<void> =>
  checkLater(tx, 'kyc', id, new Date(now.getTime() + firstCheckMs), now);

/** The former link; null where none was issued yet. */
function linkOf(db: Database, check: KycRow): KycLink | null {
  const { urlToken } = decryptPersonalData(db, check.loanId, { urlToken: check.urlToken });
  return urlToken && check.tokenExpiresAt ? { url: urlToken, expiresAt: check.tokenExpiresAt } : null;
}

function requestOf({ db, config }: StepNeeds, { check, loan }: OpenedCheck) {
  const { pan } = decryptPersonalData(db, loan.id, loan.personalDetails);
  return {
    reference: check.providerReference,
    name: borrowerNameOf(loan),
    pan: requireRead(pan),
    mobile: loan.mobile,
    returnUrl: returnAddress(config, loan.id, 'servicing'),
  };
}

/** Another link; a check that never reached the provider is requested now. */
async function regenerated(
  needs: StepNeeds,
  kyc: Kyc,
  opened: OpenedCheck,
): Promise<ProviderReply<KycReading>> {
  const reply = await kyc.regenerateToken(opened.check.providerReference, untilTimeout());
  return reply.kind === 'none' ? kyc.request(requestOf(needs, opened), untilTimeout()) : reply;
}

/** @throws Problem 409 where the check is settled, 502 where the provider does not know its own request */
async function linkAfter(needs: StepNeeds, check: KycRow, reading: KycReading | NoRequest): Promise<KycLink> {
  if (reading.kind === 'none') throw providerFailed();
  const { state } = await recordReading(needs, check, reading);
  if (state === 'verified') throw servicingRefusal('servicing.step.done');
  // The next call begins another check.
  if (reading.url === null || reading.linkExpiresAt === null) throw servicingRefusal('servicing.step.notNow');
  return { url: reading.url, expiresAt: reading.linkExpiresAt };
}

/** Stores what the provider says; a settled check is never changed. */
const recordReading = (
  { db, clock, config }: StepNeeds,
  { id, loanId, lenderId }: KycRow,
  reading: KycReading,
): Promise<KycRow> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockLenderLoan(tx, { loanId, lenderId }, now);
    const [check] = await tx.select().from(kycChecks).where(eq(kycChecks.id, id));
    if (!locked || !check) throw new Error('An identity check has no lender loan');
    if (check.state !== 'requested') return check;
    const isSettled = reading.state !== 'requested';
    const { nameOnRecord } = reading;
    const changes = {
      ...{ state: reading.state, failure: reading.failure, settledAt: isSettled ? now : null },
      ...{
        nameOnRecord,
        nameMatches: nameOnRecord === null ? null : isSameName(nameOnRecord, borrowerNameOf(locked.loan)),
      },
      ...{ urlToken: reading.url, tokenExpiresAt: reading.linkExpiresAt },
    };
    await tx
      .update(kycChecks)
      .set(encryptPersonalData(tx, loanId, changes))
      .where(eq(kycChecks.id, id));
    if (changes.nameMatches === false)
      await openCase(tx, { loanId, lenderId }, { kind: 'name_differs', subject: id }, now);
    if (isSettled) {
      await advanceStage(tx, locked, { now, config });
      await enqueueLenderPoll(tx, { loanId, lenderId }, now);
    }
    return { ...check, ...changes };
  });
