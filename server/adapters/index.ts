/** Which adapter stands behind each slot, chosen by configuration; configuration that names none does not start. */
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import type { OpenObjectStore } from '../objects/open.ts';
import { type EmailCheck, mxEmailCheck, sandboxEmailCheck } from './email.ts';
import type { Lender } from './lender.ts';
import { sandboxLender } from './lender-sandbox.ts';
import { type LenderId, lenderIds, lenders } from './lenders.ts';
import { type Messengers, openMessengers } from './messages.ts';
import { type Objects, openObjects } from './objects.ts';
import { openScanner, type Scanner } from './scanner.ts';

export type Adapters = {
  email: EmailCheck;
  /** By the lender's id; a lender that is not configured has none. */
  lenders: Partial<Record<LenderId, Lender>>;
  messengers: Messengers;
  objects: Objects;
  /** Undefined where nobody looks for harmful content. */
  scanner: Scanner | undefined;
};

export type AdapterNeeds = {
  config: Config;
  db: Database;
  clock: Clock;
  log: Log;
  /** The embedded store; undefined where documents lie in a bucket. */
  store: OpenObjectStore | undefined;
};

export async function chooseAdapters(needs: AdapterNeeds): Promise<Adapters> {
  return {
    email: needs.config.sandbox ? sandboxEmailCheck : mxEmailCheck(),
    lenders: openLenders(needs),
    messengers: openMessengers(needs),
    objects: await openObjects(needs),
    scanner: openScanner(needs),
  };
}

/** The real lenders that are configured; in the sandbox a sandbox lender in place of each other one. */
function openLenders({ config, db, clock }: AdapterNeeds): Adapters['lenders'] {
  const opened: Adapters['lenders'] = {};
  for (const id of lenderIds) {
    const connection = config.lenders[id];
    if (connection) opened[id] = lenders[id].connect(connection);
    else if (config.sandbox) opened[id] = sandboxLender(id, { config, db, clock });
  }
  return opened;
}

type Description = {
  real: string[];
  sandbox: string[];
  /** Where they lie: neither place is a sandbox. */
  documents: string;
};

/** For the banner: what stands behind each slot. */
export function describeAdapters(config: Config): Description {
  const slots: [name: string, real: boolean][] = [
    ['e-mail check', !config.sandbox],
    ...lenderIds
      .filter((id) => config.sandbox || config.lenders[id])
      .map((id): [string, boolean] => [`lender ${id}`, config.lenders[id] !== undefined]),
    ['SMS', config.sms !== undefined],
    ['mail', config.mail !== undefined],
    ...(config.clamd === 'none' ? [] : [['virus scanner', config.clamd !== undefined] as [string, boolean]]),
  ];
  return {
    real: slots.filter(([, real]) => real).map(([name]) => name),
    sandbox: slots.filter(([, real]) => !real).map(([name]) => name),
    documents: config.s3
      ? `bucket ${config.s3.bucket} (S3_BUCKET)`
      : `embedded, in ${config.dataDir}/objects`,
  };
}
