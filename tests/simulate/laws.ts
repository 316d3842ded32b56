/**
 * Laws that always hold. A law reads the database and the state of the simulated companies. Laws marked `always` hold
 * after each quiet moment; the others at the end, when all due work has run.
 */
import { lessDisputes, type ProviderPayment } from '../../domain/servicing/order-payments.ts';
import { balanceOf } from '../../domain/servicing/book.ts';
import { sumPaise } from '../../domain/servicing/charges.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import { bookOn, readAccount } from '../../server/servicing/ledger.ts';
import { findAccepted } from '../../server/servicing/lender-loans.ts';
import { verifyTimelines } from '../../server/timeline/verify.ts';
import { lenderLoanMachine } from '../../machines/servicing/lender-loan.ts';
import { lawsOfPeople } from './laws-of-people.ts';
import { causes } from './server.ts';
import { dayMs } from './times.ts';
import type { World } from './world.ts';

/** A law: `check` returns one sentence for each breach. */
export type Law = { name: string; when: 'always' | 'end'; check: (world: World) => Promise<string[]> };

export const laws: readonly Law[] = [
  { name: 'a lender has at most one loan of a person', when: 'always', check: oneLoanAtEachLender },
  { name: 'at most one offer of a loan is accepted', when: 'always', check: oneAcceptedOffer },
  { name: 'an acceptance is never undone', when: 'always', check: acceptancesStand },
  { name: 'what was paid is counted, held, or given back', when: 'end', check: moneyHasAPlace },
  { name: 'the money in the book of a loan is what has moved outside', when: 'end', check: bookIsRight },
  { name: 'nothing is collected twice', when: 'end', check: nothingTwice },
  { name: 'a disbursal is known here', when: 'end', check: disbursalIsKnown },
  { name: 'what a lender collects is known here', when: 'end', check: collectionsAreKnown },
  { name: 'nothing is paid by hand beside an announced debit', when: 'always', check: nothingBesideADebit },
  { name: 'what is collected and paid is held, or put before staff', when: 'end', check: doublesAreSeen },
  { name: 'consent comes before the agreement', when: 'end', check: consentFirst },
  { name: 'an act has its entry in the timeline once', when: 'end', check: entriesOnce },
  { name: 'each entry of a timeline is a legal step', when: 'end', check: timelinesReplay },
  { name: 'each message is delivered or known as failed', when: 'end', check: messagesSettled },
  { name: 'nothing is stuck without somebody being told', when: 'end', check: nothingStuck },
  { name: 'no mandate of a loan that has ended stays registered', when: 'end', check: mandatesEnd },
  { name: 'a stage is one that the machine has', when: 'end', check: knownStages },
  { name: 'what was acknowledged can be read', when: 'end', check: acknowledged },
  { name: 'the server logs no failure of its own', when: 'end', check: noFailures },
  ...lawsOfPeople,
];

export async function checkLaws(world: World, when: Law['when']): Promise<void> {
  for (const { law, what } of await brokenLaws(world, when)) world.breakLaw(law, what);
}

export async function brokenLaws(world: World, when: Law['when']): Promise<{ law: string; what: string }[]> {
  const broken: { law: string; what: string }[] = [];
  for (const law of laws.filter((one) => one.when === when))
    for (const what of await law.check(world)) broken.push({ law: law.name, what });
  return broken;
}

async function oneLoanAtEachLender({ lenders }: World): Promise<string[]> {
  return Object.values(lenders).flatMap(({ id, books }) => {
    const pans = [...books.values()].map(({ pan }) => pan);
    return pans.filter((pan, index) => pans.indexOf(pan) !== index).map((pan) => `lender ${id}, ${pan}`);
  });
}

async function oneAcceptedOffer({ database }: World): Promise<string[]> {
  const rows = await database.rows<{ loan_id: string }>(
    `select loan_id from lender_loans where stage not in ('offered', 'expired', 'refused', 'cancelled', 'closed')
      group by loan_id having count(*) > 1`,
  );
  return rows.map(({ loan_id }) => loan_id);
}

/** Returns the subjects of the cases about erased loans, which others' lists still contain. */
async function casesWithoutLoan(database: World['database']): Promise<string[]> {
  const cases = await database.rows<{ subject: string }>(
    'select subject from servicing_cases where loan_id is null',
  );
  return cases.map(({ subject }) => subject);
}

/** The latest state of every payment at the provider is known. */
async function moneyHasAPlace({ database, payments }: World): Promise<string[]> {
  const rows = await database.rows<{ id: string; state: string; amount: string }>(
    `select provider_payment_id as id, state, amount_paise::text as amount from payments`,
  );
  const known = new Map(rows.map(({ id, ...row }) => [id, row]));
  const listed = await casesWithoutLoan(database);
  const fits = {
    captured: ['captured', 'held', 'refunded_by_lender'],
    refunded: ['refunded'],
    disputed: ['disputed'],
    failed: ['failed'],
  };
  return [...payments.orders.values()].flatMap(({ payments: made }) =>
    made
      .map(lessDisputes<ProviderPayment>)
      .filter(({ id, state }) => !fits[state].includes(known.get(id)?.state ?? 'failed'))
      .filter(({ id }) => !listed.some((subject) => subject.startsWith(id)))
      .map(({ id, state }) => `${id} is ${state}, here ${known.get(id)?.state ?? 'unknown'}`),
  );
}

/**
 * Checks that the entries of each book add up to 0. Its money is the amount at the provider and the lender, less the
 * lender's payouts; amounts held in it are on the lists of staff.
 */
async function bookIsRight({ database, payments, lenders, scheduler }: World): Promise<string[]> {
  const orders = await database.rows<{ loan_id: string; lender_id: number; reference: string }>(
    `select loan_id, lender_id, provider_reference as reference from payment_orders`,
  );
  const accepted = await database.rows<{ loan_id: string; lender_id: number; reference: string }>(
    `select l.loan_id, l.lender_id, l.reference from lender_loans l join loans on loans.id = loan_id
      where offer_id is not null and erased_at is null`,
  );
  const wrong: string[] = [];
  for (const { loan_id: loanId, lender_id: lenderId, reference } of accepted) {
    const found = await findAccepted(database.db, { loanId, lenderId });
    const booked = Object.values(lenders).flatMap(({ books }) => books.get(reference) ?? [])[0];
    if (!found || !booked) continue;
    const now = new Date(scheduler.now);
    const book = bookOn(await readAccount(database.db, found, now), todayInIndia(now));
    if (book.some(({ postings }) => sumPaise(Object.values(postings)) !== 0))
      wrong.push(`${reference}: an entry does not add up`);
    const paid = orders
      .filter((order) => order.loan_id === loanId && order.lender_id === lenderId)
      .flatMap((order) => payments.orders.get(order.reference)?.payments ?? [])
      .map(lessDisputes<ProviderPayment>)
      .filter(({ state }) => state === 'captured');
    const collected = booked.collections.filter(({ state }) => state === 'collected');
    const moved =
      sumPaise([...paid, ...collected].map(({ amountPaise }) => amountPaise)) -
      (booked.disbursal?.amountPaise ?? 0);
    const money = balanceOf(book, 'money');
    if (money !== moved) wrong.push(`${reference}: ${money} in the book, ${moved} outside`);
  }
  return wrong;
}

/** Checks that one payment counts for a debt: the advance is due once, each instalment once, the rest once. */
async function nothingTwice({ database }: World): Promise<string[]> {
  const rows = await database.rows<{ debt: string; count: number }>(
    `select concat_ws(' ', o.loan_id, o.lender_id, o.purpose, o.instalment, o.amount_paise) as debt, count(*)::int as count
      from payments p join payment_orders o on o.id = p.order_id
      where p.state = 'captured' and p.decision is null group by 1 having count(*) > 1`,
  );
  return rows.map(({ debt, count }) => `${debt}: ${count} times`);
}

async function disbursalIsKnown({ database, lenders }: World): Promise<string[]> {
  const rows = await database.rows<{ reference: string; stage: string; on: string | null }>(
    `select reference, stage, disbursed_on as on from lender_loans`,
  );
  const listed = await casesWithoutLoan(database);
  return Object.values(lenders).flatMap(({ books }) =>
    [...books.values()]
      .filter(({ disbursal }) => disbursal !== null)
      .map(({ reference }) => rows.find((row) => row.reference === reference))
      .filter((row) => row?.on == null && !listed.some((subject) => subject.startsWith(row?.reference ?? '')))
      .map((row) => `${row?.reference}: ${row?.stage}`),
  );
}

/** Checks that a lender's debits are known, in the lender's state. */
async function collectionsAreKnown({ database, lenders }: World): Promise<string[]> {
  const rows = await database.rows<{ id: string; state: string; counts: boolean }>(
    `select entry_id as id, state, counts from collections`,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return Object.values(lenders).flatMap(({ books }) =>
    [...books.values()]
      .flatMap(({ collections }) => collections)
      .filter(({ id, state }) => known.get(id)?.state !== state || !known.get(id)?.counts)
      .map(({ id, state }) => `${id} is ${state}, here ${known.get(id)?.state ?? 'unknown'}`),
  );
}

/** Checks that no instalment is paid by hand on or after the day of its announced debit, unless the debit failed. */
async function nothingBesideADebit({ database }: World): Promise<string[]> {
  const rows = await database.rows<{ what: string }>(
    `select concat_ws(' ', n.loan_id, n.instalment) as what from debit_notices n
      join payment_orders o on o.loan_id = n.loan_id and o.lender_id = n.lender_id
        and o.purpose = 'instalment' and o.instalment = n.instalment and o.created_at > n.announced_at
      join mandates m on m.id = n.mandate_id
      where m.state = 'registered' and not exists (select from collections c where c.loan_id = n.loan_id
        and c.lender_id = n.lender_id and c.instalment = n.instalment)`,
  );
  return rows.map(({ what }) => what);
}

async function doublesAreSeen({ database }: World): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    `select c.entry_id as id from collections c
      join payment_orders o on o.loan_id = c.loan_id and o.lender_id = c.lender_id
        and o.purpose = 'instalment' and o.instalment = c.instalment
      join payments p on p.order_id = o.id and p.state = 'captured' and p.decision is null
      where c.counts and c.state = 'collected' and not exists (select from servicing_cases s
        where s.loan_id = c.loan_id and s.kind = 'collected_too_much' and s.subject = c.entry_id)`,
  );
  return rows.map(({ id }) => id);
}

async function consentFirst({ database }: World): Promise<string[]> {
  const rows = await database.rows<{ loan_id: string }>(
    `select l.loan_id from lender_loans l where l.accepted_at is not null and (
      select count(distinct purpose) from consents c where c.loan_id = l.loan_id and c.lender_id = l.lender_id
        and c.given_at <= l.accepted_at and c.purpose in ('application', 'credit_bureau', 'kyc', 'payments')) < 4`,
  );
  return rows.map(({ loan_id }) => loan_id);
}

async function acceptancesStand({ database }: World): Promise<string[]> {
  const rows = await database.rows<{ what: string }>(
    `select distinct concat_ws(' ', l.loan_id, l.lender_id) as what from lender_loans l
      join timeline t on t.loan_id = l.loan_id and t.act = 'offer.accepted'
        and t.details ->> 'lender_id' = l.lender_id::text
      where l.offer_id is null`,
  );
  return rows.map(({ what }) => what);
}

/** Acts happen once to a lender loan, or once to an offer. */
async function entriesOnce({ database }: World): Promise<string[]> {
  const twice = await database.rows<{ what: string }>(
    `select concat_ws(' ', loan_id, act, details::text) as what from timeline
      where act in ('offer.accepted', 'loan.disbursed', 'message.sent')
      group by loan_id, act, details having count(*) > 1`,
  );
  const missing = await database.rows<{ what: string }>(
    `select l.loan_id || ' offer.accepted' as what from lender_loans l where l.accepted_at is not null and not exists (
      select from timeline t where t.loan_id = l.loan_id and t.act = 'offer.accepted')`,
  );
  return [...twice, ...missing].map(({ what }) => what);
}

async function timelinesReplay({ database }: World): Promise<string[]> {
  const { unexplained } = await verifyTimelines(database.db);
  return unexplained.map(({ loanId, entry }) => `${loanId}: entry ${entry.id}, ${entry.act}`);
}

async function messagesSettled({ database, messages, scheduler }: World): Promise<string[]> {
  const now = new Date(scheduler.now).toISOString();
  // Some messages wait for the morning at night.
  const rows = await database.rows<{ id: string; state: string; template: string }>(
    `select m.id::text, m.state, m.template from messages m where m.state <> 'queued' or not exists (
      select from jobs where payload ->> 'messageId' = m.id::text and failed_at is null and run_at > '${now}')`,
  );
  const delivered = new Set(messages.delivered.map(({ id }) => id));
  return rows
    .filter(({ id, state }) => state === 'queued' || (state === 'sent' && !delivered.has(id)))
    .map(({ id, state, template }) => `${template} ${id} is ${state}`);
}

const stuckAfterDays = 20;

/** Checks that a loan that waits for the server has a job to continue it, or a failed one that is listed. */
async function nothingStuck({ database, scheduler }: World): Promise<string[]> {
  const before = new Date(scheduler.now - stuckAfterDays * dayMs).toISOString();
  const rows = await database.rows<{ what: string }>(
    `select 'overdue job ' || kind as what from jobs where failed_at is null and run_at < '${before}'::timestamptz
      union all select 'submitted ' || id from loans l where status in ('submitted', 'with_lender')
        and updated_at < '${before}'::timestamptz
        and not exists (select from jobs where payload ->> 'loanId' = l.id)
      union all select 'open order ' || id from payment_orders
        where state = 'open' and expires_at < '${before}'::timestamptz`,
  );
  return rows.map(({ what }) => what);
}

/** Checks that a mandate of an ended loan has a job to end it, or a failed one that operators see. */
async function mandatesEnd({ database }: World): Promise<string[]> {
  const rows = await database.rows<{ id: string; stage: string }>(
    `select m.id::text, l.stage from mandates m join lender_loans l using (loan_id, lender_id)
      where m.state = 'registered' and l.stage in ('closed', 'cancelled', 'refused')
        and not exists (select from jobs where payload ->> 'id' = m.id::text)`,
  );
  return rows.map(({ id, stage }) => `mandate ${id}: ${stage}`);
}

async function knownStages({ database }: World): Promise<string[]> {
  const rows = await database.rows<{ stage: string }>(
    'select distinct stage from lender_loans where stage is not null',
  );
  return rows.map(({ stage }) => stage).filter((stage) => !Object.hasOwn(lenderLoanMachine.states, stage));
}

async function acknowledged({ people }: World): Promise<string[]> {
  const missing = await Promise.all(people.map(async (person) => (await person.missing?.()) ?? []));
  return missing.flat();
}

async function noFailures({ logged }: World): Promise<string[]> {
  const own = logged.filter(
    ({ event, code }) =>
      /^(handler|job|request|messenger|lender loan|reply)\b.*(failed|breaks|moved)/.test(event) &&
      !/for good/.test(event) &&
      !causes.includes(String(code)),
  );
  return own.map(
    ({ event, kind, stack }) =>
      `${event} ${String(kind)} ${String((stack as string[] | undefined)?.slice(0, 2).join(' < '))}`,
  );
}
