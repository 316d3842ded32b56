/** Checks of an approved loan: its offer, its signatures, its disbursal, its debits; a cancellation; a refusal. */
import { createHash } from 'node:crypto';
import { compareTerms } from '../../domain/servicing/compare-terms.ts';
import { chargeAmounts, sumPaise } from '../../domain/servicing/charges.ts';
import { figuresOf } from '../../domain/servicing/figures.ts';
import { scheduleOf, withDisbursalOn } from '../../domain/servicing/schedule.ts';
import { earliestValidUntil, termsProblems } from '../../domain/servicing/terms-problems.ts';
import { type LoanTerms, isRecurring } from '../../domain/servicing/terms.ts';
import { termsOf } from '../../domain/servicing/terms-wire.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import { actOn, collectionsOf, exchange, type Kit, type Loan } from './loan.ts';
import { approvedLoan } from './applications.ts';
import { shown } from './report.ts';
import type { Collection, Offer } from './wire.ts';

const now = () => new Date().toISOString();

/** The offer of an approved loan, its figures recalculated. @returns null if the lender makes none */
async function offered(kit: Kit, loan: Loan): Promise<Offer | null> {
  let has = await exchange(kit, loan);
  if (has && !has.offer) {
    await actOn(kit, loan, { act: 'offer', rule: 'offer-revision', seen: ({ offer }) => offer !== null });
    has = loan.last;
  }
  if (!has?.offer) return null;
  checkOffer(kit, loan, has.offer);
  await checkRepeated(kit, loan);
  return has.offer;
}

function checkOffer({ report }: Kit, loan: Loan, offer: Offer): void {
  const call = `PUT loans/${loan.reference}/servicing, revision ${offer.revision}`;
  const terms = termsOf(offer.terms);
  const problems = termsProblems(terms);
  report.check('offer-possible', call, {
    ok: problems.length === 0,
    expected: 'terms within their bounds',
    came: problems.map((one) => `${one}: ${shown(terms[one])}`).join('; '),
  });
  if (problems.length > 0) return;
  const schedule = offer.schedule?.map((row) => ({
    ...{ number: row.number, dueOn: row.due_on, outstanding: row.outstanding_paise },
    ...{ principal: row.principal_paise, interest: row.interest_paise, instalment: row.instalment_paise },
  }));
  const differences = compareTerms(terms, schedule);
  report.check('offer-figures', call, {
    ok: differences.length === 0,
    expected: differences.map(({ member, ours }) => `${member} ${ours}`).join(', '),
    came: differences.map(({ member, stated }) => `${member} ${stated}`).join(', '),
  });
  const earliest = earliestValidUntil(todayInIndia(new Date()));
  const last = todayInIndia(new Date(offer.valid_until));
  report.check('offer-valid', call, { ok: last >= earliest, expected: `${earliest} or later`, came: last });
}

/** The same call again has the same answer. */
async function checkRepeated(kit: Kit, loan: Loan): Promise<void> {
  const { reference, steps } = loan;
  const answers = [];
  for (const _ of [0, 1]) answers.push(await kit.ask('exchangeServicing', { reference, body: steps }));
  const [one, other] = answers;
  if (one && other) kit.report.equal('say-again', other.call, other.body, one.body);
}

/** An offer that the lender changes, and that is accepted as it was. */
export async function checkChangedOffer(kit: Kit): Promise<void> {
  const loan = await approvedLoan(kit);
  if (!loan) return;
  const first = await offered(kit, loan);
  if (!first) return;
  const isNew = (offer: Offer | null) => offer !== null && offer.revision !== first.revision;
  const seen = await actOn(kit, loan, {
    ...{ act: 'change_offer', rule: 'offer-revision' },
    seen: ({ offer }) => isNew(offer),
  });
  const second = loan.last?.offer;
  if (!seen || !second) return;
  kit.report.equal('offer-revision', 'the changed offer', second.revision, first.revision + 1);
  checkOffer(kit, loan, second);
  accept(loan, first);
  loan.steps = { ...loan.steps, declined: { proposal_number: second.proposal_number, at: now() } };
  const terms = await payOut(kit, loan, first);
  if (terms) checkDisbursal(kit, loan, terms);
}

function accept(loan: Loan, offer: Offer): void {
  loan.steps = { ...loan.steps, accepted: { proposal_number: offer.proposal_number, at: now() } };
}

/** A loan from its offer to a debit that went back. */
export async function checkLife(kit: Kit): Promise<void> {
  const loan = await approvedLoan(kit);
  const offer = loan && (await offered(kit, loan));
  if (!offer) return;
  accept(loan, offer);
  const terms = await payOut(kit, loan, offer);
  if (!terms) return;
  checkDisbursal(kit, loan, terms);
  await checkRepeated(kit, loan);
  await checkDebits(kit, loan, terms);
  await checkRepeated(kit, loan);
}

/** Both sign, and the lender pays the accepted offer out. @returns the terms from that day on; null where it does not */
async function payOut(kit: Kit, loan: Loan, offer: Offer): Promise<LoanTerms | null> {
  await exchange(kit, loan);
  const hash = createHash('sha256').update(loan.reference).digest('hex');
  loan.steps = {
    ...loan.steps,
    signed: { document_sha256: hash, at: now() },
    kyc_verified_at: now(),
    mandate: {
      registration_number: 'UMRN-1',
      limit_paise: 2 * offer.terms.instalment_paise,
      withdrawn: false,
    },
  };
  await exchange(kit, loan);
  const isSigned = await actOn(kit, loan, {
    ...{ act: 'countersign', rule: 'signed-alike' },
    seen: ({ countersigned }) => countersigned !== null,
  });
  if (!isSigned) return null;
  const isPaid = await actOn(kit, loan, {
    ...{ act: 'disburse', rule: 'disbursal-fits' },
    seen: ({ disbursal }) => disbursal !== null,
  });
  const disbursal = loan.last?.disbursal;
  return isPaid && disbursal ? withDisbursalOn(termsOf(offer.terms), disbursal.on) : null;
}

function checkDisbursal({ report }: Kit, { last, steps, reference }: Loan, terms: LoanTerms): void {
  const { disbursal, countersigned } = last ?? {};
  if (!disbursal) return;
  const call = `PUT loans/${reference}/servicing, disbursal`;
  const today = todayInIndia(new Date());
  const earliest = todayInIndia(new Date(steps.accepted?.at ?? now()));
  report.check('disbursal-fits', call, {
    ok: countersigned !== null && disbursal.on >= earliest && disbursal.on <= today,
    expected: `a day from ${earliest} to ${today}, after both have signed`,
    came: disbursal.on,
  });
  report.equal('disbursal-fits', call, disbursal.proposal_number, steps.accepted?.proposal_number);
  report.equal('disbursal-fits', call, disbursal.amount_paise, figuresOf(terms).netDisbursed);
}

/** Returns the amount due of an instalment, with its charges. */
const dueOf = (terms: LoanTerms, number: number): number => {
  const row = scheduleOf(terms).find((one) => one.number === number);
  const recurring = chargeAmounts(terms).filter(({ charge }) => isRecurring(charge));
  return (row?.instalment ?? 0) + sumPaise(recurring.map(({ total }) => total));
};

/** Checks that there is no debit without an announcement. */
async function checkUnannounced(kit: Kit, loan: Loan): Promise<void> {
  const { debitsAnything, act } = kit.target;
  if (debitsAnything !== undefined) return kit.report.skip('debit-announced', debitsAnything);
  await act('collect', loan.reference);
  await exchange(kit, loan);
  kit.report.check('debit-announced', `collect of ${loan.reference} while nothing is announced`, {
    ok: collectionsOf(loan).length === 0,
    expected: 'no collection',
    came: shown(collectionsOf(loan)),
  });
}

/** The first instalment is paid by hand, the next two are debited: one in vain, one with success, which goes back. */
async function checkDebits(kit: Kit, loan: Loan, terms: LoanTerms): Promise<void> {
  const numbers = scheduleOf(terms)
    .map(({ number }) => number)
    .slice(terms.advanceInstalments);
  const [byHand, ...announced] = numbers.slice(0, 3);
  await checkUnannounced(kit, loan);
  if (byHand === undefined || announced.length === 0) return;
  const paid = { id: `pay_${loan.reference}`, purpose: 'instalment' as const, state: 'captured' as const };
  const dueOn = todayInIndia(new Date());
  const dayBefore = new Date(Date.now() - 3 * 86_400_000).toISOString();
  loan.steps = {
    ...loan.steps,
    payments: [{ ...paid, instalment: byHand, amount_paise: dueOf(terms, byHand), paid_at: now() }],
    debits: announced.map((instalment) => ({ instalment, due_on: dueOn, announced_at: dayBefore })),
  };
  await exchange(kit, loan);
  const acts: [string, Collection['state']][] = [
    ['return_debit', 'returned'],
    ['collect', 'collected'],
    ['reverse_collection', 'reversed'],
  ];
  for (const [act, state] of acts) {
    const before = new Map(collectionsOf(loan).map((one) => [one.id, one.state]));
    const rule = state === 'reversed' ? 'collection-kept' : 'debit-announced';
    const isNew = (one: Collection) => before.get(one.id) !== one.state && one.state === state;
    const seen = await actOn(kit, loan, {
      ...{ act, rule },
      seen: ({ collections = [] }) => collections.some(isNew),
    });
    if (!seen) continue;
    const one = collectionsOf(loan).find(({ id, state: said }) => before.get(id) !== said && said === state);
    if (one) checkDebit(kit, loan, { one, terms, announced });
  }
}

function checkDebit(
  { report }: Kit,
  { reference }: Loan,
  { one, terms, announced }: { one: Collection; terms: LoanTerms; announced: number[] },
): void {
  const call = `PUT loans/${reference}/servicing, collection ${one.id}`;
  report.check('debit-announced', call, {
    ok: one.instalment !== null && announced.includes(one.instalment),
    expected: `one of the instalments ${announced.join(', ')}`,
    came: String(one.instalment),
  });
  report.equal('debit-amount', call, one.amount_paise, dueOf(terms, one.instalment ?? 0));
}

/** A loan that the customer cancels after the acceptance. */
export async function checkCancellation(kit: Kit): Promise<void> {
  const loan = await approvedLoan(kit);
  const offer = loan && (await offered(kit, loan));
  if (!offer) return;
  accept(loan, offer);
  loan.steps = { ...loan.steps, cancelled_at: now() };
  const has = await exchange(kit, loan);
  if (has && !has.cancelled)
    await actOn(kit, loan, {
      ...{ act: 'confirm_cancellation', rule: 'cancellation' },
      seen: ({ cancelled }) => cancelled !== null,
    });
  if (!loan.last?.cancelled) return;
  kit.report.check('cancellation', `PUT loans/${loan.reference}/servicing`, {
    ok: loan.last.disbursal === null,
    expected: 'no disbursal',
    came: shown(loan.last.disbursal),
  });
  await checkRepeated(kit, loan);
}

/** A loan that the lender refuses after all. */
export async function checkRefusal(kit: Kit): Promise<void> {
  const loan = await approvedLoan(kit);
  const offer = loan && (await offered(kit, loan));
  if (!offer) return;
  const seen = await actOn(kit, loan, {
    ...{ act: 'refuse', rule: 'refusal' },
    seen: ({ refused }) => refused,
  });
  if (seen) await checkRepeated(kit, loan);
}
