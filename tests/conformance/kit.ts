/** Runs all checks against a lender's server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { examplesOf, rules } from './document.ts';
import { checkKey, checkNumbers, checkRefusals, checkRepeats, checkUnknown } from './applications.ts';
import { checkCancellation, checkChangedOffer, checkLife, checkRefusal } from './lives.ts';
import { checkLists } from './lists.ts';
import { type EventListener } from './events.ts';
import { feepath, type Target } from './feepath.ts';
import type { Kit } from './loan.ts';
import { Report } from './report.ts';

const applicant = examplesOf('submitApplication').find(({ status }) => status === null)?.value as Record<
  string,
  unknown
>;

export type Options = {
  events: EventListener | null;
  /** The time that the lender may take to show what its staff has done, in milliseconds. */
  waitMs: number;
  /** Members of the applications in place of those of the document's example. */
  applicant?: Record<string, unknown>;
};

export async function runConformance(target: Target, options: Options): Promise<Report> {
  const report = new Report();
  const { events, waitMs } = options;
  const kit: Kit = {
    ...{ target, report, events, waitMs, ask: feepath(target, report) },
    ...{ applicant: { ...applicant, test: true, ...options.applicant }, owners: new Map(), loans: [] },
  };
  const checks = [
    ...[checkUnknown, checkRefusals, checkRepeats, checkNumbers, checkChangedOffer],
    ...[checkCancellation, checkRefusal, checkLife, checkLists],
  ];
  if (await checkKey(kit)) for (const check of checks) await check(kit);
  await checkEvents(kit);
  for (const rule of Object.keys(rules))
    if (!report.checked.has(rule) && report.skipped.every((one) => one.rule !== rule))
      report.skip(rule, 'nothing came that it is about');
  return report;
}

/** Checks the received events, and the first one, which was answered 503. */
async function checkEvents({ events, report, waitMs }: Kit): Promise<void> {
  if (!events) {
    for (const rule of ['event-sent', 'event-signed', 'event-repeated'])
      report.skip(rule, 'no secret is given');
    return;
  }
  const [first] = events.received;
  if (!first) return report.skip('event-signed', 'no event has come');
  const isAgain = (one: typeof first) => one !== first && one.id === first.id;
  const until = first.at + waitMs;
  while (!events.received.some(isAgain) && Date.now() < until) await sleep(50);
  for (const { reference, id, problem } of events.received)
    report.check('event-signed', `the event ${id} about ${reference}`, {
      ok: problem === null,
      expected: 'headers, signature and body as described',
      came: problem ?? '',
    });
  const again = events.received.find(isAgain);
  if (!again) return report.skip('event-repeated', `no event came again within ${waitMs / 1000} seconds`);
  report.check('event-repeated', `the event ${first.id}`, {
    ok: again.reference === first.reference && again.timestamp >= first.timestamp,
    expected: `the same about ${first.reference} with a new time stamp`,
    came: `${again.reference} at ${again.timestamp}`,
  });
}
