/** Checks of the key, of applications, and of verdicts. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectEvent, type Kit, type Loan, nothingDone } from './loan.ts';
import type { Answer } from './feepath.ts';
import type { Application, Verdict } from './wire.ts';

const newReference = (): string => `15-${randomUUID()}`;

export const applicationOf = (kit: Kit, changes: Partial<Application> = {}): Application => ({
  ...{ ...kit.applicant, reference: newReference(), submission: 1, course_fee: 40_000, ...changes },
});

const today = () => new Date().toISOString().slice(0, 10);

/**
 * Checks that nothing is answered and nothing booked without the key, or with another one.
 * @returns whether the server answers at all
 */
export async function checkKey(kit: Kit): Promise<boolean> {
  const { ask, report } = kit;
  const application = applicationOf(kit);
  const { reference } = application;
  const calls: [string, Parameters<Kit['ask']>[1]][] = [
    ['submitApplication', { body: application }],
    ['readApplication', { reference }],
    ['exchangeServicing', { reference, body: nothingDone }],
    ['listDay', { query: { day: today() } }],
  ];
  for (const [id, asked] of calls) {
    for (const key of [null, `${kit.target.key}x`]) {
      const { call, status } = await ask(id, { ...asked, key });
      report.equal('key', `${call} ${key === null ? 'without a key' : 'with another key'}`, status, 401);
    }
  }
  const { call, status } = await ask('readApplication', { reference });
  report.equal('key', call, status, 404);
  return status !== 0;
}

export async function checkUnknown({ ask, report }: Kit): Promise<void> {
  const reference = newReference();
  for (const [id, body] of [
    ['readApplication', undefined],
    ['exchangeServicing', nothingDone],
  ] as const) {
    const { call, status } = await ask(id, { reference, body });
    report.equal('unknown', call, status, 404);
  }
}

export async function checkRefusals(kit: Kit): Promise<void> {
  const { ask, report } = kit;
  const application = applicationOf(kit);
  const { reference } = application;
  const { panNo: _, ...withoutPan } = application;
  const bodies: [string, string][] = [
    ['no JSON', `{"reference":"${reference}",`],
    ['a list', JSON.stringify([application])],
    ['no PAN', JSON.stringify(withoutPan)],
    ['a fee in words', JSON.stringify({ ...application, course_fee: 'forty thousand' })],
    ['the submission 0', JSON.stringify({ ...application, submission: 0 })],
  ];
  for (const [what, raw] of bodies) {
    const { call, status } = await ask('submitApplication', { raw });
    report.check('refused-whole', `${call} with ${what}`, {
      ok: status === 400 || status === 422,
      expected: '400 or 422',
      came: String(status),
    });
  }
  const { call, status } = await ask('readApplication', { reference });
  report.equal('refused-whole', call, status, 404);
}

/** The same submission, after the first one and at the same time. */
export async function checkRepeats(kit: Kit): Promise<void> {
  const { ask, report } = kit;
  const body = applicationOf(kit);
  const first = await ask('submitApplication', { body });
  const again = await ask('submitApplication', { body });
  report.equal('one-loan', again.call, answerOf(again), answerOf(first));
  const both = applicationOf(kit);
  const [one, other] = await Promise.all([0, 1].map(() => ask('submitApplication', { body: both })));
  const settled = await ask('submitApplication', { body: both });
  for (const answer of [one, other])
    if (answer && answer.status !== 409)
      report.equal('one-loan', `${answer.call} twice at once`, answerOf(answer), answerOf(settled));
  const found = await ask('readApplication', { reference: both.reference });
  report.equal('one-loan', found.call, numberOf(found), 1);
}

const answerOf = ({ status, body }: Answer) => ({ status, body });

const numberOf = ({ body }: Answer) => (body as Verdict | undefined)?.submission;

/** A higher number replaces, a lower one does not. */
export async function checkNumbers(kit: Kit): Promise<void> {
  const { ask, report } = kit;
  const first = applicationOf(kit);
  const { reference } = first;
  await ask('submitApplication', { body: first });
  await ask('submitApplication', { body: { ...first, submission: 3, course_fee: 45_000 } });
  const after = await ask('readApplication', { reference });
  report.equal('latest-submission', after.call, numberOf(after), 3);
  const late = await ask('submitApplication', { body: { ...first, submission: 2 } });
  report.check('latest-submission', late.call, {
    ok: late.status === 200,
    expected: 'an answer to a lower number',
    came: String(late.status),
  });
  const last = await ask('readApplication', { reference });
  report.equal('latest-submission', last.call, numberOf(last), 3);
}

/**
 * Submits an application and has it approved.
 * @returns null if it is not approved
 */
export async function approvedLoan(kit: Kit): Promise<Loan | null> {
  const { ask, report } = kit;
  const application = applicationOf(kit);
  const { reference } = application;
  const loan: Loan = { reference, application, steps: nothingDone, last: null, offers: new Map() };
  const first = await ask('submitApplication', { body: application });
  let verdict = first.body as Verdict | undefined;
  if (verdict?.status !== 'APPROVED' && verdict?.status !== 'REJECTED') {
    const since = kit.events?.received.length ?? 0;
    if (await kit.target.act('approve', reference)) {
      const until = Date.now() + kit.waitMs;
      do {
        verdict = (await ask('readApplication', { reference })).body as Verdict | undefined;
        if (verdict?.status === 'APPROVED') break;
        await sleep(100);
      } while (Date.now() < until);
      await expectEvent(kit, loan, 'approve', since);
    }
  }
  if (verdict?.status !== 'APPROVED') {
    report.skip('offer-figures', 'no application was approved, and nobody can press approve');
    return null;
  }
  const { submission: _, ...said } = verdict;
  for (const query of [undefined, { documents: '' }, { documents: 'bank_statement_3_months,pan_photo' }]) {
    const { call, body } = await ask('readApplication', { reference, ...(query && { query }) });
    report.equal('verdict-final', call, body, { submission: 1, ...said });
  }
  kit.loans.push(loan);
  return loan;
}
