/**
 * The people's acts besides the steps: a new number, a withdrawn consent, the erasure of everything, an instalment paid
 * at once or in parts in two tabs, a payment that they dispute at their bank. A short seed begins with one of them,
 * chosen by its number; a whole life has them at random.
 */
import { requiredConsentsOf } from '../../../domain/servicing/consents.ts';
import type { Consent } from '../../../domain/values/wire.ts';
import { acceptedStages } from '../../../server/servicing/lender-loans.ts';
import { eraseCustomer } from '../../../server/retention/erase-customer.ts';
import { eraseLoan } from '../../../server/retention/erase-loan.ts';
import { birthDate } from '../../support/form-values.ts';
import type { State } from '../states.ts';
import { hourMs, minuteMs } from '../times.ts';
import type { Customer } from './customer.ts';
import { Servicing } from './servicing.ts';

type ErrandRow = {
  /** Returns true where the person has nothing more to do then. */
  run: (me: Customer) => Promise<unknown>;
  /** Says whether it can be done at a moment; at any where absent. */
  fits?: (state: State) => boolean;
};

const booksOf = ({ memory }: State) => Object.values(memory.books).flatMap((books) => [...books.values()]);
const isRepaid = ({ rows }: State) =>
  /"stage":"(disbursed|repaying)"/.test(rows.tables.get('lender_loans') ?? '');
/** Returns whether no loan runs, so that the application can be erased. */
const isIdle = ({ rows }: State) =>
  !acceptedStages.some((stage) => rows.tables.get('lender_loans')?.includes(`"stage":"${stage}"`));
const hasPaid = ({ memory }: State) =>
  [...memory.orders.values()].some(({ payments }) => payments.some(({ state }) => state === 'captured'));

const errandRows = {
  'changes number': { run: changeNumber },
  'withdraws consent': {
    run: withdrawConsent,
    fits: (state) => booksOf(state).some(({ accepted }) => accepted !== null),
  },
  'asks for erasure': { run: askForErasure, fits: isIdle },
  'asks for erasure while the loan runs': { run: askForErasure, fits: (state) => !isIdle(state) },
  'pays at once': { run: (me) => payNext(me, 'whole'), fits: isRepaid },
  'pays in parts': { run: (me) => payNext(me, 'in parts'), fits: isRepaid },
  disputes: { run: dispute, fits: hasPaid },
} satisfies Record<string, ErrandRow>;

export type Errand = keyof typeof errandRows;

const errands = Object.keys(errandRows) as Errand[];

/** Returns the seed's errand: every second short seed has one, in turn. */
export const errandOf = (seed: number): Errand | undefined =>
  seed % 2 === 0 ? undefined : errands[((seed - 1) / 2) % errands.length];

export const fitsErrand = (state: State, errand: Errand | undefined): boolean => {
  const row: ErrandRow | undefined = errand && errandRows[errand];
  return row?.fits?.(state) ?? true;
};

/** @returns whether the person has finished */
export async function runErrand(me: Customer, errand: Errand): Promise<boolean> {
  return (await errandRows[errand].run(me)) === true;
}

/** Runs a random errand at times in a whole life. @returns whether the person has finished */
export async function maybeRunErrand(me: Customer): Promise<boolean> {
  const { random } = me.world;
  if (me.world.options.from || !random.percent(4)) return false;
  // Erasure is rare, because it ends a person's acts, and lives should come to their end.
  const errand = random.pick(errands);
  return !errand.startsWith('asks for erasure') || random.percent(10) ? runErrand(me, errand) : false;
}

async function changeNumber(me: Customer): Promise<void> {
  const { world, nextMobile: mobile } = me;
  const asked = await me.call('requestMobileChange', { body: { mobile } });
  if (asked?.status !== 200) return;
  await me.think(3 * minuteMs);
  const [otp, newOtp] = [me.mobile, mobile].map((number) =>
    world.messages.passwordAt(number, 'customer.mobileChange'),
  );
  if (otp === undefined || newOtp === undefined) return;
  await me.call('changeMobile', { body: { mobile, otp, new_otp: newOtp, dob: birthDate } });
  // Support says which number the account has, where the answer was lost.
  const rows = await world.database.rows<{ mobile: string }>(
    `select mobile from customers where email = '${me.mail}'`,
  );
  if (rows[0]?.mobile !== mobile) return;
  me.former.push({ mobile: me.mobile, until: world.scheduler.now });
  me.mobile = mobile;
  me.client.marks.push(mobile);
  world.did('change number');
}

async function withdrawConsent(me: Customer): Promise<void> {
  const { world } = me;
  const listed = await me.call<Consent[]>('listConsents');
  const given = (listed?.status === 200 ? listed.body.result : []).filter((one) => one.withdrawn_at === null);
  if (given.length === 0) return;
  // Half of them the one to reminders, which can be withdrawn at any time.
  const reminders = given.find(({ purpose }) => purpose === 'messages');
  const { consent_id: id, purpose } = (world.random.percent(50) && reminders) || world.random.pick(given);
  const withdrawn = await me.call('withdrawConsent', { path: { id } });
  if (withdrawn?.status !== 200) return;
  me.withdrawn.push(id);
  world.did(
    requiredConsentsOf(true).some((one) => one === purpose) ? 'withdraw needed consent' : 'withdraw consent',
  );
}

/** An operator erases the loan first, because a loan without an owner cannot be requested. */
async function askForErasure(me: Customer): Promise<boolean> {
  const { world, loanId } = me;
  if (loanId !== undefined) {
    const erasure = await insist(me, () =>
      world.anyServer.operate('erases loan', (services) => eraseLoan(services, loanId)),
    );
    if (erasure !== 'erased' && erasure !== 'erasedBefore') {
      world.did(`erasure refused, ${erasure ?? 'no answer'}`);
      return false;
    }
  }
  // Events that arrive during this hour are for the erased loan.
  await me.think(hourMs);
  const { mobile } = me;
  await insist(me, () =>
    world.anyServer.operate(
      'erases customer',
      async (services) => (await eraseCustomer(services, mobile)) ?? [],
    ),
  );
  const left = await world.database.rows(`select from customers where email = '${me.mail}'`);
  if (left.length > 0) return false;
  me.isErased = true;
  world.did('erase');
  return true;
}

/** Does it again where a server crashes or something does not answer. */
async function insist<Value>(
  me: Customer,
  work: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  for (let tries = 0; tries < 8; tries += 1) {
    const done = await work();
    if (done !== undefined) return done;
    await me.think(10 * minuteMs);
  }
  return undefined;
}

/** Pays the next invoice without waiting for its day. */
async function payNext(me: Customer, how: 'whole' | 'in parts'): Promise<void> {
  const servicing = new Servicing(me);
  const read = await servicing.read();
  if (typeof read !== 'object') return;
  const isAdvance = read.next === 'pay_advance' || read.next_invoice?.kind === 'up_front';
  const number = read.next_invoice?.number ?? null;
  if (!isAdvance && (read.next !== 'repay' || number === null)) return;
  const purpose = isAdvance ? 'advance' : 'instalment';
  const debt = isAdvance ? null : number;
  if (how === 'whole') await servicing.pay(purpose, debt);
  else await servicing.payInParts(purpose, debt);
}

async function dispute(me: Customer): Promise<void> {
  const { world } = me;
  const orders = await world.database.rows<{ reference: string }>(
    `select provider_reference as reference from payment_orders where loan_id = '${me.loanId ?? ''}' order by created_at, id`,
  );
  while (orders.length > 0) {
    const [order] = orders.splice(world.random.whole(orders.length), 1);
    if (order && world.payments.dispute(order.reference)) return;
  }
}
