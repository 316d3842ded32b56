/** Acts of the second lender's staff on a loan. Each act returns whether it was possible. */
import { addDays, instantOf, today } from './days.ts';
import type { HasFault } from './faults.ts';
import { type Collection, collectionOf, isApproved, latestOf, type Loan, now, type Offer } from './loan.ts';
import { basisOf, calculate, chargesPaise, disbursedPaise, type Row } from './terms.ts';

type Act = (loan: Loan, has: HasFault) => boolean;

const isOver = (loan: Loan): boolean => loan.refused || loan.cancelledByCustomer;

/** Finds the offer that the customer has accepted, also where it was changed since. */
const acceptedOffer = ({ offers, steps }: Loan): Offer | null =>
  offers.find((offer) => offer.proposal_number === steps?.accepted?.proposal_number) ?? null;

const decide =
  (status: 'APPROVED' | 'REJECTED'): Act =>
  (loan) => {
    const latest = latestOf(loan);
    if (latest.status !== 'IN_PROGRESS') return false;
    latest.status = status;
    return true;
  };

/** Says what the numbers of a loan are made of. */
const numberOf = (loan: Loan, has: HasFault): number => (has('number_of_another') ? 1 : loan.number);

function makeOffer(loan: Loan, has: HasFault): void {
  const revision = loan.offers.length + 1;
  const { terms, schedule } = calculate(basisOf(loan.number, latestOf(loan).sanctioned, revision, today()));
  const rows = has('schedule_off')
    ? schedule.map((row): Row =>
        row.number === 2 ? { ...row, interest_paise: row.interest_paise + 100 } : row,
      )
    : schedule;
  loan.offers.push({
    revision,
    proposal_number: `SL/${numberOf(loan, has)}/${revision}`,
    valid_until: `${addDays(today(), 14)}T23:59:59+05:30`,
    terms,
    schedule: rows,
  });
}

const offer: Act = (loan, has) => {
  if (!isApproved(loan) || isOver(loan) || loan.offers.length > 0) return false;
  makeOffer(loan, has);
  return true;
};

const changeOffer: Act = (loan, has) => {
  if (!isApproved(loan) || isOver(loan) || loan.offers.length === 0 || loan.steps?.signed) return false;
  makeOffer(loan, has);
  return true;
};

const countersign: Act = (loan) => {
  const signed = loan.steps?.signed;
  if (!isApproved(loan) || isOver(loan) || loan.countersigned || !signed || !acceptedOffer(loan))
    return false;
  const at = instantOf(Math.max(Date.now(), Date.parse(signed.at)));
  loan.countersigned = { document_sha256: signed.document_sha256, at };
  return true;
};

const disburse: Act = (loan, has) => {
  const accepted = acceptedOffer(loan);
  const { kyc_verified_at: verifiedAt, mandate } = loan.steps ?? {};
  if (isOver(loan) || loan.disbursal || !loan.countersigned || !accepted) return false;
  if (!verifiedAt || !mandate || mandate.withdrawn) return false;
  const account = numberOf(loan, has);
  loan.disbursal = {
    on: today(),
    amount_paise: disbursedPaise(accepted.terms),
    proposal_number: accepted.proposal_number,
    account_number: `SL-${String(account).padStart(6, '0')}`,
    utr: `SECB${today().replaceAll('-', '')}${String(account).padStart(6, '0')}`,
  };
  return true;
};

const refuse: Act = (loan, has) => {
  if (!isApproved(loan)) return decide('REJECTED')(loan, has);
  if (loan.refused || loan.disbursal || loan.cancelled) return false;
  loan.refused = true;
  return true;
};

const confirmCancellation: Act = (loan) => {
  if (!loan.cancelledByCustomer || loan.disbursal || loan.cancelled || loan.refused) return false;
  loan.cancelled = { at: now() };
  return true;
};

const debitPaise = (offered: Offer, row: Row): number =>
  row.principal_paise + row.interest_paise + chargesPaise(offered.terms, 'with_instalments');

/** Lists the instalments that nothing has been paid for, by the mandate or by hand. */
function unpaidRows(loan: Loan, accepted: Offer): Row[] {
  const captured = (loan.steps?.payments ?? []).filter(({ state }) => state === 'captured');
  if (captured.some(({ purpose }) => purpose === 'foreclosure' || purpose === 'cooling_off')) return [];
  const byHand = captured.filter(({ purpose }) => purpose === 'instalment');
  const paid = new Set<number | null>([
    ...byHand.map(({ instalment }) => instalment),
    ...loan.collections.filter(({ state }) => state === 'collected').map(({ instalment }) => instalment),
  ]);
  let left = byHand
    .filter(({ instalment }) => instalment === null)
    .reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  return accepted.schedule
    .filter(({ number }) => number > accepted.terms.advance_instalments && !paid.has(number))
    .filter((row) => {
      left -= debitPaise(accepted, row);
      return left < 0;
    });
}

const debit =
  (isPaid: boolean): Act =>
  (loan, has) => {
    const accepted = acceptedOffer(loan);
    const mandate = loan.steps?.mandate;
    if (!loan.disbursal || !accepted || !mandate || mandate.withdrawn) return false;
    const announced = new Set(loan.steps?.debits.map(({ instalment }) => instalment));
    const row = unpaidRows(loan, accepted).find(
      ({ number }) => announced.has(number) || has('debits_unannounced'),
    );
    if (!row) return false;
    const paise = debitPaise(accepted, row);
    if (paise > mandate.limit_paise) return false;
    const amount = has('amount_in_rupees') ? Math.round(paise / 100) : paise;
    const count = loan.collections.length + 1;
    const id = `C-${loan.number}-${count}`;
    loan.collections.push(collectionOf(id, row.number, amount, isPaid));
    return true;
  };

const reverseCollection: Act = (loan) => {
  const latest = loan.collections.findLast(({ state }: Collection) => state === 'collected');
  if (!latest) return false;
  latest.state = 'reversed';
  latest.changedOn = today();
  return true;
};

/** The acts by their names in docs/webhooks.md. */
export const acts = new Map<string, Act>([
  ['approve', decide('APPROVED')],
  ['offer', offer],
  ['change_offer', changeOffer],
  ['countersign', countersign],
  ['disburse', disburse],
  ['refuse', refuse],
  ['confirm_cancellation', confirmCancellation],
  ['return_debit', debit(false)],
  ['collect', debit(true)],
  ['reverse_collection', reverseCollection],
]);
