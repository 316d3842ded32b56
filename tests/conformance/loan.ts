/** A loan at the lender as Feepath knows it: each answer is held against those before it, and against other loans. */
import { setTimeout as sleep } from 'node:timers/promises';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { Answer, Target } from './feepath.ts';
import type { EventListener } from './events.ts';
import type { Report } from './report.ts';
import { shown } from './report.ts';
import type { Application, Collection, CustomerSteps, LenderSteps, Offer } from './wire.ts';

export type Kit = {
  target: Target;
  report: Report;
  ask: (
    id: string,
    asked?: {
      reference?: string;
      query?: Record<string, string>;
      body?: unknown;
      key?: string | null;
      raw?: string;
    },
  ) => Promise<Answer>;
  /** The fields of the applications besides the reference and the number. */
  applicant: Record<string, unknown>;
  /** The time that what was pressed may take to be seen, in milliseconds. */
  waitMs: number;
  events: EventListener | null;
  /** Values that are one loan's alone, each with the reference of that loan. */
  owners: Map<string, string>;
  loans: Loan[];
};

export type Loan = {
  reference: string;
  application: Application;
  steps: CustomerSteps;
  /** The latest answer about the loan; null before the first one. */
  last: LenderSteps | null;
  /** The received offers by revision. */
  offers: Map<number, Offer>;
};

export const nothingDone: CustomerSteps = {
  ...{
    accepted: null,
    declined: null,
    signed: null,
    cancelled_at: null,
    kyc_verified_at: null,
    mandate: null,
  },
  ...{ withdrawn_consents: [], debits: [], payments: [] },
};

export const collectionsOf = (loan: Loan): Collection[] => loan.last?.collections ?? [];

/** Says what the customer has done, asks what the lender has, and holds it against what it had. @returns null where it has nothing */
export async function exchange(kit: Kit, loan: Loan): Promise<LenderSteps | null> {
  const { reference, steps } = loan;
  const answer = await kit.ask('exchangeServicing', { reference, body: steps });
  if (answer.status !== 200 || typeof answer.body !== 'object' || answer.body === null) {
    kit.report.check('never-back', answer.call, {
      ok: loan.last === null,
      expected: 'the loan that was answered before',
      came: `the status ${answer.status}`,
    });
    return null;
  }
  const now = answer.body as LenderSteps;
  checkKept(kit, answer.call, loan, now);
  checkPossible(kit, answer.call, loan, now);
  checkOwners(kit, answer.call, loan, now);
  loan.last = now;
  if (now.offer) loan.offers.set(now.offer.revision, now.offer);
  return now;
}

/** Checks that a step or entry once reported is reported unchanged. */
function checkKept({ report }: Kit, call: string, loan: Loan, now: LenderSteps): void {
  const before = loan.last;
  for (const step of ['countersigned', 'disbursal', 'cancelled'] as const)
    if (before?.[step]) report.equal('never-back', `${call}, ${step}`, now[step], before[step]);
  if (before?.refused) report.equal('never-back', `${call}, refused`, now.refused, true);
  for (const one of before?.collections ?? []) {
    const same = now.collections?.find(({ id }) => id === one.id);
    const kept = (entry: Collection | undefined) =>
      entry && { id: entry.id, instalment: entry.instalment, on: entry.on, amount_paise: entry.amount_paise };
    report.equal('collection-kept', call, kept(same), kept(one));
  }
  if (!now.offer) return;
  const { revision, proposal_number: number } = now.offer;
  const offered = loan.offers.get(revision);
  if (offered) report.equal('offer-revision', call, now.offer, offered);
  const others = [...loan.offers.values()].filter((one) => one.revision !== revision);
  if (others.length === 0) return;
  const latest = Math.max(...others.map((one) => one.revision));
  report.check('offer-revision', call, {
    ok: revision > latest && others.every((one) => one.proposal_number !== number),
    expected: `a revision after ${latest} with a proposal number of its own`,
    came: `revision ${revision}, ${number}`,
  });
}

/** Checks for states that cannot hold at once. */
function checkPossible({ report }: Kit, call: string, loan: Loan, now: LenderSteps): void {
  const today = todayInIndia(new Date());
  if (now.countersigned)
    report.equal('signed-alike', call, now.countersigned.document_sha256, loan.steps.signed?.document_sha256);
  if (now.disbursal)
    report.check('cancellation', call, {
      ok: loan.last?.cancelled == null,
      expected: 'no disbursal after a cancellation was confirmed',
      came: shown(now.disbursal),
    });
  if (now.refused)
    report.check('refusal', call, {
      ok: now.offer === null && now.disbursal === null,
      expected: 'no offer and no disbursal',
      came: shown({ offer: now.offer, disbursal: now.disbursal }),
    });
  for (const { id, on, changed_on: changedOn } of now.collections ?? [])
    report.check('collection-day', call, {
      ok: now.disbursal !== null && on >= now.disbursal.on && on <= today && isBetween(on, changedOn, today),
      expected: `a day from ${now.disbursal?.on ?? 'a disbursal'} to ${today}, changed on none before it`,
      came: `${id} on ${on}, changed on ${changedOn}`,
    });
  const ids = (now.collections ?? []).map(({ id }) => id);
  report.check('list-unique', call, {
    ok: new Set(ids).size === ids.length,
    expected: 'each collection once',
    came: ids.join(', '),
  });
}

/** Checks that values that belong to one loan are not used by another. */
function checkOwners({ report, owners }: Kit, call: string, loan: Loan, now: LenderSteps): void {
  const own = [
    ...(now.offer ? [`proposal number ${now.offer.proposal_number}`] : []),
    ...(now.disbursal ? [`account ${now.disbursal.account_number}`, `UTR ${now.disbursal.utr}`] : []),
    ...(now.collections ?? []).map(({ id }) => `collection ${id}`),
  ];
  const taken = own.filter((one) => (owners.get(one) ?? loan.reference) !== loan.reference);
  for (const one of own) if (!owners.has(one)) owners.set(one, loan.reference);
  report.check('other-loans', call, {
    ok: taken.length === 0,
    expected: 'nothing of another loan',
    came: taken.map((one) => `${one} of ${owners.get(one)}`).join(', '),
  });
}

/**
 * Makes the lender's staff do something, and asks about the loan until it is seen.
 * @returns false if it is not possible, or not seen in time, which is a failure of the rule
 */
export async function actOn(
  kit: Kit,
  loan: Loan,
  { act, rule, seen }: { act: string; rule: string; seen: (has: LenderSteps) => boolean },
): Promise<boolean> {
  const since = kit.events?.received.length ?? 0;
  if (!(await kit.target.act(act, loan.reference))) {
    kit.report.skip(rule, `nobody can press ${act}`);
    return false;
  }
  const until = Date.now() + kit.waitMs;
  let has = await exchange(kit, loan);
  while ((has === null || !seen(has)) && Date.now() < until) {
    await sleep(100);
    has = await exchange(kit, loan);
  }
  const ok = has !== null && seen(has);
  kit.report.check(rule, `${act} of ${loan.reference}`, {
    ok,
    expected: `to be answered after ${act}`,
    came: shown(has),
  });
  await expectEvent(kit, loan, act, since);
  return ok;
}

/** An event about the loan has come since. */
export async function expectEvent(kit: Kit, loan: Loan, act: string, since: number): Promise<void> {
  const { events } = kit;
  if (!events) return;
  const until = Date.now() + kit.waitMs;
  const came = () => events.received.slice(since).some(({ reference }) => reference === loan.reference);
  while (!came() && Date.now() < until) await sleep(50);
  kit.report.check('event-sent', `${act} of ${loan.reference}`, {
    ok: came(),
    expected: `an event within ${kit.waitMs / 1000} seconds`,
    came: 'none',
  });
}

const isBetween = (first: string, day: string | null | undefined, last: string): boolean =>
  !day || (day >= first && day <= last);
