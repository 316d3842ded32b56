/**
 * Lenders' servers against openapi/lender.yaml: the sandbox's, and one that shares no code with the product; the latter also
 * with a fault, which the kit finds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rules } from '../conformance/document.ts';
import { listenForEvents } from '../conformance/events.ts';
import type { Target } from '../conformance/feepath.ts';
import { runConformance } from '../conformance/kit.ts';
import type { Report } from '../conformance/report.ts';
import { sandboxSecret, startSandboxLender } from '../conformance/sandbox-server.ts';
import { type Fault, faults, secondSecret, startSecondLender } from '../conformance/second-lender/server.ts';

/** Runs the kit against a lender that sends its events to the kit. */
async function run(
  secret: string,
  start: (eventsUrl: string) => Promise<Target & { close: () => Promise<void> }>,
): Promise<Report> {
  const events = await listenForEvents(secret, 0);
  const lender = await start(events.url);
  try {
    return await runConformance(lender, { events, waitMs: 2000 });
  } finally {
    await lender.close();
    await events.close();
  }
}

const runSecond = (planted: Fault[] = []) =>
  run(secondSecret, (eventsUrl) => startSecondLender({ eventsUrl, faults: planted }));

it('the sandbox lender conforms to the document', async () => {
  const report = await run(sandboxSecret, startSandboxLender);
  expect(report.failures).toEqual([]);
  // It sends an event once, and a person may press every button at any time.
  expect(new Set(report.skipped.map(({ rule }) => rule))).toEqual(
    new Set(['event-repeated', 'debit-announced']),
  );
  expect(report.lines().at(-1)).toMatch(/^conformance: \d{3} checks, 0 failed$/);
});

it('the second lender conforms to the document, and its run checks every rule', async () => {
  const report = await runSecond();
  expect(report.failures).toEqual([]);
  expect(report.skipped).toEqual([]);
  expect([...report.checked].sort()).toEqual(Object.keys(rules).sort());
});

it('the second lender shares no code with the product', () => {
  const folder = new URL('../conformance/second-lender/', import.meta.url);
  const imported = readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from),
  );
  expect(imported.length).toBeGreaterThan(5);
  expect(imported.filter((from) => !/^(node:|\.\/)/.test(from ?? ''))).toEqual([]);
});

/** The rules that each fault breaks. */
const broken: Record<Fault, string[]> = {
  key_unchecked: ['key'],
  repeat_differs: ['one-loan'],
  number_goes_back: ['latest-submission'],
  verdict_goes_back: ['verdict-final'],
  number_of_another: ['other-loans'],
  schedule_off: ['offer-figures'],
  state_goes_back: ['never-back'],
  id_doubled: ['list-unique'],
  amount_in_rupees: ['debit-amount'],
  debits_unannounced: ['debit-announced'],
  total_wrong: ['list-total'],
  event_unsigned: ['event-signed'],
};

it.each(faults)('finds the fault %s, and says which rule it breaks', async (fault) => {
  const report = await runSecond([fault]);
  const found = [...new Set(report.failures.map(({ rule }) => rule))];
  expect(found).toEqual(expect.arrayContaining(broken[fault]));
  const first = report.failures.find(({ rule }) => broken[fault].includes(rule));
  expect(first?.call).not.toBe('');
  expect(first?.came).not.toBe(first?.expected);
  expect(report.lines().at(-1)).toMatch(/ [1-9]\d* failed$/);
});
