/** The command `erase-loan`. */
import { eraseLoan, type Erasure } from '../retention/erase-loan.ts';
import type { CommandContext, Outcome } from './context.ts';

export async function eraseByCommand(context: CommandContext, loanId: string): Promise<Outcome> {
  const { db, clock, openObjects } = context;
  const erasure = await eraseLoan({ db, clock, adapters: { objects: await openObjects() } }, loanId);
  return { ok: erasure.startsWith('erased'), lines: [`${loanId}: ${lines[erasure]}`] };
}

const lines: Record<Erasure, string> = {
  erased: 'erased. Its ids, times, statuses and amounts remain.',
  erasedBefore: 'erased before; what had come since is erased too.',
  unknown: 'there is no such loan.',
  inFlight: 'the lender is being called about it. Try again in a minute.',
};
