/** What the environment says of the provider of SMS and of the mail server. */
import type { Reading } from './lenders.ts';

export type MessagesConfig = {
  /** The real provider of SMS; absent in the sandbox unless one runs on its machine. */
  sms: { url: string; key: string } | undefined;
  /** How long the server waits for the SMS provider's answer. */
  smsTimeoutMs: number;
  /** The real mail server and the sender's address; absent in the sandbox unless one runs on its machine. */
  mail: { url: string; from: string } | undefined;
};

export const messageVariables = ['SMS_URL', 'SMS_KEY', 'SMS_TIMEOUT_MS', 'SMTP_URL', 'MAIL_FROM'];

/** @param faults gets a sentence for each variable that is missing or wrong */
export function readMessagesConfig({
  sandbox,
  text,
  url,
  whole,
  faults,
}: Omit<Reading, 'env'>): MessagesConfig {
  const smsUrl = url('SMS_URL', ['https:', 'http:']);
  const smsKey = text('SMS_KEY');
  if (smsUrl && !smsKey) faults.push('SMS_KEY is missing: SMS_URL is set, and the provider asks for a key.');
  if (!sandbox && !text('SMS_URL')) {
    faults.push(
      'No SMS provider is configured: set SMS_URL and SMS_KEY, or SANDBOX=1 for the sandbox outbox.',
    );
  }

  const smtpUrl = url('SMTP_URL', ['smtps:', 'smtp:']);
  const mailFrom = text('MAIL_FROM');
  if (smtpUrl && !mailFrom) faults.push('MAIL_FROM is missing: SMTP_URL is set, and mail needs a sender.');
  if (mailFrom && !isSender(mailFrom))
    faults.push('MAIL_FROM must be one mail address, such as loans@school.example.');
  if (!sandbox && !text('SMTP_URL')) {
    faults.push(
      'No mail server is configured: set SMTP_URL and MAIL_FROM, or SANDBOX=1 for the sandbox outbox.',
    );
  }
  return {
    sms: smsUrl && smsKey ? { url: smsUrl, key: smsKey } : undefined,
    smsTimeoutMs: whole('SMS_TIMEOUT_MS', 10_000, [1, 600_000]),
    mail: smtpUrl && mailFrom ? { url: smtpUrl, from: mailFrom } : undefined,
  };
}

/** A plain address; the sender's name is the product's. */
const isSender = (text: string): boolean => /^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(text);
