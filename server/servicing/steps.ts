/** The steps between the acceptance of an offer and the disbursal: who may do them, and where a person comes back to. */
import type { PayeeAccount } from '../adapters/provider.ts';
import type { Config } from '../config/config.ts';
import { payeeAccount } from '../config/lender-profiles.ts';
import type { Database } from '../db/open.ts';
import type { Services } from '../api/handler.ts';
import { Problem } from '../http/problem.ts';
import { siteOf } from '../http/site.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { type AcceptedLenderLoan, isAcceptedStage, isStepStage, type LenderLoanRow } from './lender-loans.ts';
import { noServicing, servicingRefusal } from './refusals.ts';
import { lockServicing } from './stage.ts';

export type StepNeeds = Pick<Services, 'db' | 'clock' | 'config' | 'adapters'>;

/** A lender loan with its accepted offer, whose loan's row is locked until the transaction ends. */
export type LockedServicing = AcceptedLenderLoan & { loan: LoanRow };

/** @throws Problem 404 where no offer is accepted */
export async function lockAccepted(tx: Database, loanId: string, now: Date): Promise<LockedServicing> {
  const servicing = await lockServicing(tx, loanId, now);
  if (!servicing) throw noServicing();
  return servicing;
}

/** Like `lockOpenSteps`, and as long as instalments are repaid. @throws Problem 404, 409 */
export async function lockOpenOrRepaying(tx: Database, loanId: string, now: Date): Promise<LockedServicing> {
  const servicing = await lockAccepted(tx, loanId, now);
  const { stage } = servicing.row;
  if (!isAcceptedStage(stage)) throw servicingRefusal('servicing.step.notNow');
  return servicing;
}

/**
 * The steps may be done in any order.
 * @throws Problem 404 where no offer is accepted, 409 after the disbursal and while a cancellation waits for the lender
 */
export async function lockOpenSteps(tx: Database, loanId: string, now: Date): Promise<LockedServicing> {
  const servicing = await lockAccepted(tx, loanId, now);
  if (!isStepStage(servicing.row.stage) || isCancelling(servicing.row))
    throw servicingRefusal('servicing.step.notNow');
  return servicing;
}

/** Says whether a cancellation waits for the lender, which pays nothing out or has done so already. */
export const isCancelling = ({ cancelledAt, disbursedOn }: LenderLoanRow): boolean =>
  cancelledAt !== null && disbursedOn === null;

/** Returns the address to which a provider sends the customer back. */
export const returnAddress = (
  config: Pick<Config, 'publicUrl' | 'port'>,
  loanId: string,
  page: 'servicing' | 'repayment',
): string => `${siteOf(config)}/app/loan/${loanId}/${page}`;

/** @throws Problem 409 where the lender has no account to be paid to */
export function requirePayee(
  { lenderProfiles }: Pick<Config, 'lenderProfiles'>,
  request: Parameters<typeof payeeAccount>[1],
): PayeeAccount {
  const account = payeeAccount(lenderProfiles, request);
  if (!account) throw servicingRefusal('servicing.payee.none');
  return account;
}

/** Returns a signal that never aborts, for calls that a customer waits for: the adapter's timeout ends them. */
export const untilTimeout = (): AbortSignal => new AbortController().signal;

/**
 * A value that another company is sent.
 * @throws Problem 503 where it cannot be decrypted: nobody is asked about an empty one
 */
export function requireRead(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Problem(503, 'A stored value cannot be read');
  return value;
}
