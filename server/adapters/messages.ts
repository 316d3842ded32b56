/** The interface of an SMS or mail provider. An adapter never throws for its failure: each is a result below. */

export type Channel = 'sms' | 'email';

export type Attachment = {
  fileName: string;
  /** The MIME type. */
  contentType: string;
  content: Uint8Array;
};

export type OutgoingMessage = {
  /** The same at every attempt; a provider that recognizes repeats knows them by it. */
  id: string;
  /** Ten digits of a mobile number in India, or a mail address. */
  to: string;
  /** The subject of an e-mail; null for an SMS. */
  subject: string | null;
  text: string;
  /** The attachments of an e-mail; absent if it has none. */
  attachments?: readonly Attachment[];
  /** Its name, such as `reentry.password`: operators in India deliver an SMS of a registered template alone (DLT). */
  template: string;
  /** Counts from 1. */
  attempt: number;
};

export type DeliveryResult =
  /** The provider has it and will deliver it. */
  | { kind: 'accepted' }
  /** The provider will never deliver it, so there is no retry. */
  | { kind: 'refused' }
  /** The provider does not have it; a retry may succeed. */
  | { kind: 'notAccepted' }
  /** The provider did not answer and may have the message, so it is sent again under the same id. */
  | { kind: 'unknown' };

export interface Messenger {
  deliver(message: OutgoingMessage): Promise<DeliveryResult>;
}

export type Messengers = Record<Channel, Messenger>;
