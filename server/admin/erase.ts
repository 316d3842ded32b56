/** The commands `erase-loan` and `erase-customer`. */
import { eraseCustomer } from '../retention/erase-customer.ts';
import { eraseLoan, type Erasure } from '../retention/erase-loan.ts';
import type { CommandContext, Outcome } from './context.ts';

export async function eraseCustomerByCommand({ db }: CommandContext, mobile: string): Promise<Outcome> {
  const loans = await eraseCustomer(db, mobile);
  if (!loans) return { ok: false, lines: ['No customer has this number.'] };
  const remaining = loans.map((id) => `${id} remains, and nobody owns it: npm run admin -- erase-loan ${id}`);
  return { ok: true, lines: ['The customer is erased.', ...remaining] };
}

export async function eraseByCommand(context: CommandContext, loanId: string): Promise<Outcome> {
  const { db, clock, openObjects } = context;
  const erasure = await eraseLoan({ db, clock, adapters: { objects: await openObjects() } }, loanId);
  return { ok: erasure.startsWith('erased'), lines: [`${loanId}: ${lines[erasure]}`] };
}

const lines: Record<Erasure, string> = {
  erased: 'erased. Its ids, times, statuses and amounts remain.',
  erasedBefore: 'erased before; what had come since is erased too.',
  unknown: 'there is no such loan.',
  running: 'the loan is paid out and not repaid yet. It cannot be erased before.',
  unsettled:
    'a payment is held, about which staff decide at /review/payments first, or an order can still be paid for half an hour.',
  inFlight: 'the lender is being called about it. Try again in a minute.',
};
