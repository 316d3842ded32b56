/** Which adapter stands behind each slot, chosen by configuration; configuration that names none does not start. */
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import { type EmailCheck, mxEmailCheck, sandboxEmailCheck } from './email.ts';
import { type Lender, openLender } from './lender.ts';
import { type Messengers, openMessengers } from './messages.ts';

export type Adapters = { email: EmailCheck; lender: Lender; messengers: Messengers };

export type AdapterNeeds = { config: Config; db: Database; clock: Clock; log: Log };

export function chooseAdapters(needs: AdapterNeeds): Adapters {
  return {
    email: needs.config.sandbox ? sandboxEmailCheck : mxEmailCheck(),
    lender: openLender(needs),
    messengers: openMessengers(needs),
  };
}

/** For the banner: what stands behind each slot. */
export function describeAdapters(config: Config): { real: string[]; sandbox: string[] } {
  const slots = [
    ['e-mail check', !config.sandbox],
    ['lender', config.lender !== undefined],
    ['SMS', config.sms !== undefined],
    ['mail', config.mail !== undefined],
  ] as const;
  return {
    real: slots.filter(([, real]) => real).map(([name]) => name),
    sandbox: slots.filter(([, real]) => !real).map(([name]) => name),
  };
}
