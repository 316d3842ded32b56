/** The laws of customers: the current number, a withdrawn consent, and that erased data stays erased. */
import { isLoanRepaid, readAccount } from '../../server/servicing/ledger.ts';
import { findAccepted } from '../../server/servicing/lender-loans.ts';
import type { Law } from './laws.ts';
import type { World } from './world.ts';

export const lawsOfPeople: readonly Law[] = [
  { name: 'what is erased stays erased', when: 'end', check: staysErased },
  { name: 'messages go to the number of today', when: 'end', check: numberOfToday },
  { name: 'nobody is reminded after the withdrawal of that consent', when: 'end', check: noReminders },
  {
    name: 'a loan whose needed consent is withdrawn is cancelled',
    when: 'end',
    check: cancelledWithoutConsent,
  },
  { name: 'a loan is closed only where nothing is due', when: 'end', check: closedIsPaid },
];

/** Checks that no column, and no object of the loan in the store, has a value that an erased customer typed. */
async function staysErased({ people, database, objects }: World): Promise<string[]> {
  const erased = people.filter(({ isErased }) => isErased);
  if (erased.length === 0) return [];
  const texts = await database.texts();
  return erased.flatMap(({ client, marks, loanId }) => [
    ...texts.flatMap(({ table, text }) =>
      [...new Set(marks)]
        .filter((mark) => text.includes(mark.toLowerCase()))
        .map((mark) => `${client.name}: ${mark} in ${table}`),
    ),
    ...[...objects.stored.keys()]
      .filter((key) => loanId !== undefined && key.includes(loanId))
      .map((key) => `${client.name}: object ${key}`),
  ]);
}

/** Checks that messages queued after the change of a number do not go to a former one. */
async function numberOfToday({ people, database }: World): Promise<string[]> {
  const former = people.flatMap((person) => person.former);
  if (former.length === 0) return [];
  const sent = await database.rows<{ template: string; to: string; at: number }>(
    `select template, recipient as to, (extract(epoch from created_at) * 1000)::float8 as at from messages`,
  );
  return sent
    .filter(({ to, at }) => former.some(({ mobile, until }) => to === mobile && at > until))
    .map(({ template, to }) => `${template} to ${to}`);
}

async function noReminders({ database }: World): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    `select m.id::text from messages m where m.template = 'servicing.paymentReminder'
      and exists (select from consents c where c.loan_id = m.loan_id and c.purpose = 'messages'
        and c.withdrawn_at < m.created_at)
      and not exists (select from consents c where c.loan_id = m.loan_id and c.purpose = 'messages'
        and c.given_at <= m.created_at and (c.withdrawn_at is null or c.withdrawn_at >= m.created_at))
      and not exists (select from mandates r where r.loan_id = m.loan_id and r.state = 'registered')`,
  );
  return rows.map(({ id }) => `message ${id}`);
}

async function cancelledWithoutConsent({ database, people }: World): Promise<string[]> {
  const rows = await database.rows<{ what: string }>(
    `select distinct concat_ws(' ', l.loan_id, l.lender_id, l.stage) as what from lender_loans l
      join consents c on c.loan_id = l.loan_id and c.lender_id = l.lender_id and c.given_at = l.accepted_at
      where c.withdrawn_at is not null and l.disbursed_on is null and l.cancelled_at is null
        and c.purpose in ('application', 'credit_bureau', 'kyc', 'payments')
        and l.stage not in ('offered', 'expired', 'refused', 'cancelled', 'closed')`,
  );
  const inForce = await database.rows<{ id: string }>(
    'select id::text from consents where withdrawn_at is null',
  );
  const forgotten = people
    .flatMap(({ withdrawn }) => withdrawn)
    .filter((id) => inForce.some((row) => row.id === id));
  return [...rows.map(({ what }) => what), ...forgotten.map((id) => `consent ${id} is in force again`)];
}

/** Checks that closed loans are paid, even after a bank has taken a payment back. */
async function closedIsPaid({ database, scheduler }: World): Promise<string[]> {
  const closed = await database.rows<{ loan_id: string; lender_id: number }>(
    `select l.loan_id, l.lender_id from lender_loans l join loans on loans.id = loan_id
      where l.stage = 'closed' and erased_at is null`,
  );
  const wrong: string[] = [];
  for (const { loan_id: loanId, lender_id: lenderId } of closed) {
    const found = await findAccepted(database.db, { loanId, lenderId });
    const account = found && (await readAccount(database.db, found, new Date(scheduler.now)));
    if (account && !isLoanRepaid(account) && account.exitedOn === null) wrong.push(`${loanId} ${lenderId}`);
  }
  return wrong;
}
