/** A run of many parents against many servers while something fails, and what came of it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Contract, loadContract } from '../../../server/contract/contract.ts';
import { callsTo } from '../../contract/calls.ts';
import { readLoan } from '../../contract/fixtures.ts';
import { freePort } from '../../support/ports.ts';
import { isNightly } from '../../support/nightly.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { startChild } from '../child.ts';
import { startLender } from '../lender.ts';
import { startMailServer } from '../mail-server.ts';
import type { SmsRecords } from '../sms-process.ts';
import { type Balancer, startNginx, startRelay } from './balancer.ts';
import { type AcknowledgedLoan, applyToTheEnd, type Network } from './parent.ts';
import { seed } from '../../support/seed.ts';
import { setTimeout as pause } from 'node:timers/promises';

const cutShare = 0.05;
/** The limit of failed starts in a whole run; a supervisor would continue. */
const maxFailedStarts = 20;
/** The time in which open work has to finish once the faults have stopped. */
const settleWithinMs = isNightly ? 300_000 : 120_000;

export type Size = { servers: number; parents: number; seconds: number };
export const sizeOf = (sizes: { short: Size; long: Size }): Size => (isNightly ? sizes.long : sizes.short);

/** Returns the timeout of a test that makes a run of this size, in milliseconds. */
export const timeoutOf = ({ seconds }: Size): number => seconds * 1000 + 3 * settleWithinMs;

export type Running = {
  /** The end, in milliseconds since 1970. */
  until: number;
  servers: number;
  /** Ends the server of that index as a power cut would and starts it again without waiting for it. */
  killServer: (index: number) => Promise<void>;
  /** Stops the server of that index as an operator does, and starts one of this version in its place. */
  replaceServer: (index: number) => Promise<void>;
};

export type Totals = {
  applications: number;
  calls: number;
  /** Acknowledged values that are not stored. */
  lost: number;
  /** Lender loans beside the first of an application. */
  doubledLoans: number;
  /** Applications without a verdict. */
  stuck: number;
  /** Applications whose link did not go out by SMS and mail. */
  withoutMessages: number;
  doubledMails: number;
  /** Timelines with an entry that is no legal step. */
  unexplained: number;
};

type Options = Size & {
  /** The folder of the version that the servers are of at first; this one where absent. */
  root?: string;
  database: {
    env: Record<string, string>;
    dataDir: string;
    query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  };
  /** Causes faults during the run and ends at `until`. Returns their numbers in words. */
  disturb: (running: Running) => Promise<string>;
};

/** Prints a summary of one line, and returns its numbers. */
export async function runChaos({
  servers: count,
  parents,
  seconds,
  database,
  root,
  disturb,
}: Options): Promise<Totals> {
  const [lender, sms, mail] = await Promise.all([
    startLender(),
    startChild('./sms-process.ts'),
    startMailServer(),
  ]);
  const servers: Promise<TestServer>[] = [];
  let balancer: Balancer | undefined;
  try {
    await lender.setMode({ mode: 'answers', afterMs: 50 });
    const env = {
      ...lender.env,
      SMS_URL: `${sms.url}/send`,
      SMS_KEY: 'secret',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'loans@school.example',
      PUSH_AFTER_SECONDS: '2',
    };
    const ports = await Promise.all(Array.from({ length: count }, freePort));
    const started: TestServer[] = [];
    let failedStarts = 0;
    const start = async (port: number, version?: string): Promise<TestServer> => {
      try {
        const server = await startServer({ database, env, port, root: version });
        started.push(server);
        return server;
      } catch (error) {
        failedStarts += 1;
        if (failedStarts > maxFailedStarts) throw error;
        return start(port, version);
      }
    };
    servers.push(...ports.map((port) => start(port, root)));
    await Promise.all(servers);
    balancer = await (isNightly ? startNginx : startRelay)(ports);

    const network: Network = {
      url: balancer.url,
      random: randomFrom(seed),
      cut: cutShare,
      counts: { calls: 0, cut: 0, failed: 0 },
      contracts: root === undefined ? [loadContract()] : [loadContract(), await contractOf(root)],
      log: () => started.map((server) => server.log().slice(-3000)).join('\n'),
    };
    const until = Date.now() + seconds * 1000;
    const killServer = async (index: number) => {
      await (await servers[index])?.kill9();
      const restarted = start(ports[index] ?? 0);
      // The next caller that awaits it gets the error.
      restarted.catch(() => undefined);
      servers[index] = restarted;
    };
    const replaceServer = async (index: number) => {
      await (await servers[index])?.stop();
      servers[index] = start(ports[index] ?? 0);
      await servers[index];
    };
    const disturbing = disturb({ until, servers: count, killServer, replaceServer });
    const acknowledged: AcknowledgedLoan[] = [];
    let number = 0;
    const applying = Array.from({ length: parents }, async () => {
      do {
        number += 1;
        acknowledged.push(await applyToTheEnd(network, number));
      } while (Date.now() < until);
    });
    const [disturbances] = await Promise.all([disturbing, ...applying]);

    const ids = acknowledged.map(({ id }) => id);
    const withoutVerdict = async () => {
      const open = `SELECT id FROM loans WHERE id = ANY($1) AND status NOT IN ('approved', 'rejected')`;
      return (await database.query(open, [ids])).length;
    };
    const smsBooks = async () => (await (await fetch(`${sms.url}/books`)).json()) as SmsRecords;
    const withoutMessages = async () => {
      const numbers = new Set(Object.values(await smsBooks()).map(({ to }) => to));
      const addresses = new Set(mail.mails.map(({ to }) => to));
      return acknowledged.filter(({ mobile, email }) => !numbers.has(`+91${mobile}`) || !addresses.has(email))
        .length;
    };
    const stuck = await settled(withoutVerdict);
    const missing = await settled(withoutMessages);

    const [server] = await Promise.all(servers);
    const direct = callsTo(
      (path, init) => fetch((server?.url ?? '') + path, init),
      network.log,
      network.contracts,
    );
    let lost = 0;
    for (const one of acknowledged) {
      const { personal_details, el_details } = await readLoan(direct, one);
      const [student] = el_details.students;
      if (personal_details.pan !== one.pan || student?.student_roll_no !== one.rollNumber) lost += 1;
    }
    const pans = Object.values((await lender.books()).loans).map(({ panNo }) => panNo);
    const mails = mail.mails.map(({ to, lines }) =>
      [to, ...lines.filter((line) => !isPerMail.test(line))].join('\n'),
    );
    const repeatedSms = Object.values(await smsBooks()).filter(({ calls }) => calls > 1).length;
    const unexplained = await unexplainedTimelines(database.env);
    const totals = {
      applications: acknowledged.length,
      calls: network.counts.calls,
      lost,
      doubledLoans: pans.length - new Set(pans).size,
      stuck,
      withoutMessages: missing,
      doubledMails: mails.length - new Set(mails).size,
      unexplained,
    };
    console.log(
      `chaos: ${count} servers, ${parents} parents at once, ${seconds} s, seed ${seed}, ${disturbances}: ` +
        `${totals.applications} applications by ${totals.calls} calls ` +
        `(${network.counts.cut} cut, ${network.counts.failed} tried again), ${failedStarts} starts that failed: ` +
        `${lost} lost, ${totals.doubledLoans} doubled lender loans, ${stuck} stuck, ` +
        `${missing} without their messages, ${unexplained} unexplained timelines, ${totals.doubledMails} doubled mails, ` +
        `${repeatedSms} SMS handed over again under their key`,
    );
    return totals;
  } finally {
    await balancer?.close();
    await Promise.allSettled(servers.map(async (server) => (await server).kill9()));
    await Promise.all([sms.stop(), mail.close(), lender.stop()]);
  }
}

/** Counts the timelines that `npm run admin -- verify-timelines` does not explain. */
async function unexplainedTimelines(env: Record<string, string>): Promise<number> {
  const args = ['--import', 'tsx', 'server/admin.ts', 'verify-timelines'];
  const options = { env: { ...process.env, SANDBOX: '1', ...env } };
  const ended = await promisify(execFile)(process.execPath, args, options).catch((error: unknown) => error);
  const { stdout = '' } = ended as { stdout?: string };
  const count = /(\d+) unexplained\n$/.exec(stdout)?.[1];
  if (count === undefined) throw new Error(`verify-timelines: ${stdout}`, { cause: ended });
  if (count !== '0') console.log(stdout);
  return Number(count);
}

/** Reads the contract of the version in a folder. */
async function contractOf(root: string): Promise<Contract> {
  const path = pathToFileURL(join(root, 'server/contract/contract.ts')).href;
  const read = (await import(/* @vite-ignore */ path)) as { loadContract: typeof loadContract };
  return read.loadContract();
}

/** Header lines that differ between two mails of one text. */
const isPerMail = /^(date|message-id):/i;

/** Returns 0 once the count is 0, or the count when the time is over. */
async function settled(count: () => Promise<number>): Promise<number> {
  const until = Date.now() + settleWithinMs;
  for (;;) {
    const open = await count();
    if (open === 0 || Date.now() > until) return open;
    await pause(250);
  }
}

/** A linear congruential generator: numbers from 0 to 1, the same ones for the same seed. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
