/**
 * A mail server behind SMTP. When a connection broke before the mail's first byte, nothing was taken; afterwards only
 * the server knows. A repeat has the same Message-ID, by which many mail programs show it once.
 */
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { DeliveryResult, Messenger, OutgoingMessage } from './messages.ts';
import { withTimeout } from '../platform/timers.ts';

export type SmtpOptions = {
  /** `smtps://USER:PASSWORD@HOST:465`, or `smtp://…:587?requireTLS=true`. */
  url: string;
  /** The sender's address. */
  from: string;
  /** The time limit for sending a mail. */
  timeoutMs?: number;
};

/** The displayed name of the sender. */
const senderName = 'Feepath';

export function smtpMail({ url, from, timeoutMs = 30_000 }: SmtpOptions): Messenger {
  return {
    async deliver(message) {
      let begun = false;
      try {
        await withTimeout(timeoutMs, (signal) =>
          send(url, from, message, signal, () => {
            begun = true;
          }),
        );
        return { kind: 'accepted' };
      } catch (error) {
        return outcomeOf(error, begun);
      }
    },
  };
}

/** @param begin is called when the server has asked for the mail and its bytes begin to go */
async function send(
  url: string,
  from: string,
  { id, to, subject, text, attachments = [] }: OutgoingMessage,
  signal: AbortSignal,
  begin: () => void,
): Promise<void> {
  const transport = createTransport({ url, disableFileAccess: true, disableUrlAccess: true });
  transport.use('stream', (mail, next) => {
    const { message } = mail;
    const composed = message.createReadStream.bind(message);
    message.createReadStream = () => Readable.from(whenRead(composed(), begin), { objectMode: false });
    next();
  });
  await transport.sendMail({
    signal,
    from: { name: senderName, address: from },
    to: { name: '', address: to },
    subject: subject ?? '',
    text,
    attachments: attachments.map(({ fileName, contentType, content }) => ({
      filename: fileName,
      contentType,
      content: Buffer.from(content),
    })),
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    headers: { 'auto-submitted': 'auto-generated' },
  });
}

async function* whenRead(bytes: Readable, begin: () => void) {
  begin();
  yield* bytes;
}

function outcomeOf(error: unknown, begun: boolean): DeliveryResult {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  if (responseCode === undefined) return { kind: begun ? 'unknown' : 'notAccepted' };
  // A sender or a password that the server does not like is no fault of this mail, and can be mended.
  const isForGood = responseCode >= 500 && (command === 'RCPT TO' || begun);
  return { kind: isForGood ? 'refused' : 'notAccepted' };
}
