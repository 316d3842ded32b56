/**
 * `npm run conformance -- URL --key KEY`: holds a lender's server against openapi/lender.yaml, as docs/webhooks.md says.
 * `sandbox` and `second` in place of the address start the lenders of this repository. Exit code 1 where a check failed.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { listenForEvents } from './events.ts';
import type { Target } from './feepath.ts';
import { runConformance } from './kit.ts';
import { sandboxSecret, startSandboxLender } from './sandbox-server.ts';
import { faults, secondSecret, startSecondLender } from './second-lender/server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string', default: '' },
    secret: { type: 'string' },
    act: { type: 'string' },
    listen: { type: 'string', default: '0' },
    wait: { type: 'string', default: '10' },
    pan: { type: 'string' },
    fault: { type: 'string', multiple: true, default: [] },
  },
});

const usage = `npm run conformance -- URL --key KEY [--secret whsec_… --listen PORT] [--act COMMAND] [--wait SECONDS] [--pan PAN]
npm run conformance -- sandbox
npm run conformance -- second [--fault ${faults.join('|')}]`;

/** Runs `COMMAND ACT REFERENCE`; the exit code 0 says that it is done. */
const commandAct =
  (command: string | undefined): Target['act'] =>
  (act, reference) =>
    command === undefined
      ? Promise.resolve(false)
      : new Promise((done) => {
          const child = spawn(command, [act, reference], { stdio: ['ignore', 'ignore', 'inherit'] });
          child.once('error', () => done(false));
          child.once('exit', (code) => done(code === 0));
        });

const [where] = positionals;
const unknown = values.fault.filter((one) => !(faults as readonly string[]).includes(one));
const isOwn = where === 'sandbox' || where === 'second';
if (where === undefined || (!isOwn && !URL.canParse(where)) || unknown.length > 0) {
  console.error(usage);
  process.exit(2);
}

const own = { sandbox: sandboxSecret, second: secondSecret }[where];
const secret = values.secret ?? own ?? null;
const events = secret === null ? null : await listenForEvents(secret, Number(values.listen));
const started =
  where === 'sandbox'
    ? await startSandboxLender(events?.url)
    : where === 'second'
      ? await startSecondLender({ eventsUrl: events?.url, faults: values.fault })
      : undefined;
const target: Target = started ?? { url: where, key: values.key, secret, act: commandAct(values.act) };
if (events && !started) console.log(`Events are taken at ${events.url}`);
try {
  const applicant = values.pan === undefined ? {} : { panNo: values.pan };
  const waitMs = started ? 2000 : Number(values.wait) * 1000;
  const report = await runConformance(target, { events, waitMs, applicant });
  for (const line of report.lines()) console.log(line);
  process.exitCode = report.failures.length > 0 ? 1 : 0;
} finally {
  await started?.close();
  await events?.close();
}
