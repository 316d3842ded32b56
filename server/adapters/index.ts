/** Chooses the adapters by the configuration. */
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open.ts';
import type { OpenObjectStore } from '../../packages/object-store/index.ts';
import { type EmailCheck, mxEmailCheck } from './email.ts';
import type { HttpConnection } from './json-http.ts';
import type { Kyc } from './kyc.ts';
import { httpKyc } from './kyc-http.ts';
import type { Lender } from './lender.ts';
import { httpLender } from './lender-http.ts';
import { type LenderId, lenderIds } from './lenders.ts';
import { smtpMail } from './mail-smtp.ts';
import type { Mandates } from './mandate.ts';
import { httpMandates } from './mandate-http.ts';
import type { Channel, Messenger, Messengers } from './messages.ts';
import { embeddedObjects } from './objects-embedded.ts';
import type { Objects } from './objects.ts';
import type { Payments } from './payments.ts';
import { httpPayments } from './payments-http.ts';
import { type ProviderCall, type ProviderName, providerNames, type ProviderReply } from './provider.ts';
import { clamdScanner } from './scanner-clamd.ts';
import type { Scanner } from './scanner.ts';
import { httpSms } from './sms-http.ts';

export type Adapters = {
  email: EmailCheck;
  /** The lenders by id; those that are not configured are missing. */
  lenders: Partial<Record<LenderId, Lender>>;
  messengers: Messengers;
  /** Undefined where none is configured; the same for the next two. */
  kyc: Kyc | undefined;
  mandates: Mandates | undefined;
  payments: Payments | undefined;
  objects: Objects;
  /** Undefined where documents are not scanned. */
  scanner: Scanner | undefined;
};

/** The adapters of a sandbox without real ones; production does not load them (server/sandbox/). */
export type SandboxAdapters = {
  email: EmailCheck;
  openLender: (id: LenderId, needs: SandboxNeeds) => Lender;
  openMessenger: (channel: Channel, needs: SandboxNeeds) => Messenger;
  openKyc: (needs: SandboxNeeds) => Kyc;
  openMandates: (needs: SandboxNeeds) => Mandates;
  openPayments: (needs: SandboxNeeds) => Payments;
  openScanner: () => Scanner;
};

export type SandboxNeeds = {
  config: Config;
  db: Database;
  clock: Clock;
  switches?: ProviderSwitches | undefined;
};

/** Runs a provider's call under the fault switch that is armed for it, if one is. */
export type ProviderSwitches = {
  aroundProvider<Reading>(
    call: ProviderCall,
    run: () => Promise<ProviderReply<Reading>>,
  ): Promise<ProviderReply<Reading>>;
};

type AdapterNeeds = SandboxNeeds & {
  /** Undefined in production. */
  sandbox: SandboxAdapters | undefined;
  /** The embedded store; undefined where documents are in a bucket. */
  store: OpenObjectStore | undefined;
  /** Called where a company does not take the key that is configured for it. */
  onAccessRefused?: (company: string) => void;
};

export async function chooseAdapters(needs: AdapterNeeds): Promise<Adapters> {
  return {
    email: needs.sandbox?.email ?? mxEmailCheck(),
    lenders: openLenders(needs),
    kyc: openProvider(needs, 'kyc', httpKyc, needs.sandbox?.openKyc),
    mandates: openProvider(needs, 'mandate', httpMandates, needs.sandbox?.openMandates),
    payments: openProvider(needs, 'payments', httpPayments, needs.sandbox?.openPayments),
    messengers: openMessengers(needs),
    objects: await openObjects(needs),
    scanner: openScanner(needs),
  };
}

const watched = <Connection extends object>(
  { onAccessRefused }: AdapterNeeds,
  company: string,
  connection: Connection,
) => ({ ...connection, onAccessRefused: () => onAccessRefused?.(company) });

/** The real provider where it is configured, else the sandbox's where there is one. */
const openProvider = <Provider>(
  needs: AdapterNeeds,
  name: ProviderName,
  connect: (connection: HttpConnection) => Provider,
  open: ((needs: SandboxNeeds) => Provider) | undefined,
): Provider | undefined => {
  const connection = needs.config.providers[name];
  return connection ? connect(watched(needs, name, connection)) : open?.(needs);
};

/** The real lenders that are configured; in the sandbox a sandbox lender in place of each other one. */
function openLenders(needs: AdapterNeeds): Adapters['lenders'] {
  const { config, sandbox } = needs;
  const opened: Adapters['lenders'] = {};
  for (const id of lenderIds) {
    const connection = config.lenders[id];
    if (connection) opened[id] = httpLender(watched(needs, `lender ${id}`, connection));
    else if (sandbox) opened[id] = sandbox.openLender(id, needs);
  }
  return opened;
}

/** @throws Error where the configuration names no provider, which `readConfig` refuses already */
function openMessengers(needs: AdapterNeeds): Messengers {
  const { sms, mail } = needs.config;
  const open = (channel: Channel, real: Messenger | undefined): Messenger => {
    const messenger = real ?? needs.sandbox?.openMessenger(channel, needs);
    if (!messenger) throw new Error(`No provider of ${channel} is configured.`);
    return messenger;
  };
  return {
    sms: open('sms', sms && httpSms(watched(needs, 'sms', sms))),
    email: open('email', mail && smtpMail(mail)),
  };
}

/** The bucket where one is configured, else the embedded store. @throws Error where there is neither */
export async function openObjects({
  config,
  store,
}: Pick<AdapterNeeds, 'config' | 'store'>): Promise<Objects> {
  if (config.s3) {
    // Its libraries are large, and most servers need none of them.
    const { s3Objects } = await import('./objects-s3.ts');
    return s3Objects(config.s3);
  }
  if (!store) throw new Error('No object store is open.');
  return embeddedObjects(store, config);
}

/** Undefined where the configuration turns scanning off. */
function openScanner({ config: { clamd }, sandbox }: AdapterNeeds): Scanner | undefined {
  if (clamd === undefined) return sandbox?.openScanner();
  return clamd === 'none' ? undefined : clamdScanner(clamd);
}

type Description = {
  real: string[];
  sandbox: string[];
  /** The place where documents are stored. Neither store is a sandbox. */
  documents: string;
};

const providerLabels: Record<ProviderName, string> = {
  kyc: 'identity check',
  mandate: 'mandate',
  payments: 'payments',
};

/** Describes for the banner which adapters are real and which are sandboxes. */
export function describeAdapters(config: Config): Description {
  const slots: [name: string, real: boolean][] = [
    ['e-mail check', !config.sandbox],
    ...lenderIds
      .filter((id) => config.sandbox || config.lenders[id])
      .map((id): [string, boolean] => [`lender ${id}`, config.lenders[id] !== undefined]),
    ...providerNames
      .filter((name) => config.sandbox || config.providers[name])
      .map((name): [string, boolean] => [providerLabels[name], config.providers[name] !== undefined]),
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
