/**
 * What the server asks of those who carry its messages. An adapter never throws for what a provider does: every
 * misbehaviour is one of the outcomes below.
 */

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
