/**
 * What the server asks of those who carry its messages. An adapter never throws for what a provider does: every
 * misbehaviour is one of the outcomes below.
 */
import type { AdapterNeeds } from './index.ts';
import { sandboxMessenger } from './messages-sandbox.ts';
import { httpSms } from './sms-http.ts';
import { smtpMail } from './mail-smtp.ts';

export type Channel = 'sms' | 'email';

export type OutgoingMessage = {
  /** The same at every attempt; a provider that knows repeats knows them by it. */
  id: string;
  /** Ten digits of a mobile number in India, or a mail address. */
  to: string;
  /** Of an e-mail. */
  subject: string | null;
  text: string;
  /** Counts from 1. */
  attempt: number;
};

export type DeliveryResult =
  /** The provider has it and will deliver it. */
  | { kind: 'accepted' }
  /** It never will; no use in trying again. */
  | { kind: 'refused' }
  /** It has not got it; another time, perhaps. */
  | { kind: 'notAccepted' }
  /** Nobody knows whether it has it. */
  | { kind: 'unknown' };

export interface Messenger {
  /** Whether a message that is handed over twice under one id is delivered once. */
  isIdempotent: boolean;
  deliver(message: OutgoingMessage): Promise<DeliveryResult>;
}

export type Messengers = Record<Channel, Messenger>;

type Row = (needs: AdapterNeeds) => Messenger | undefined;

/** The tables of providers: a new one is an adapter file and a row, the first whose configuration is there is taken. */
const providers: Record<Channel, Row[]> = {
  sms: [
    ({ config }) => config.sms && httpSms({ ...config.sms, timeoutMs: config.smsTimeoutMs }),
    ({ config, db, clock }) => (config.sandbox ? sandboxMessenger('sms', { db, clock }) : undefined),
  ],
  email: [
    ({ config }) => config.mail && smtpMail(config.mail),
    ({ config, db, clock }) => (config.sandbox ? sandboxMessenger('email', { db, clock }) : undefined),
  ],
};

/** @throws Error where the configuration names no provider; reading it has told of that before */
export const openMessengers = (needs: AdapterNeeds): Messengers => ({
  sms: opened('sms', needs),
  email: opened('email', needs),
});

function opened(channel: Channel, needs: AdapterNeeds): Messenger {
  for (const open of providers[channel]) {
    const messenger = open(needs);
    if (messenger) return messenger;
  }
  throw new Error(`No provider of ${channel} is configured.`);
}
