/** A mail server of a few lines that keeps its mails, and misbehaves at the step that the test chooses. */
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export type MailStep = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'content' | 'end';

/** The fault: a reply in place of the usual one, a closed connection, or silence. */
export type MailFault = { at: MailStep; does: `${number} ${string}` | 'closes' | 'falls silent' };

export type Mail = { from: string; to: string; lines: string[] };

export type MailServer = {
  port: number;
  /** The mails that it accepted. */
  mails: Mail[];
  /** The commands that came, without their arguments. */
  heard: string[];
  /** Sets the extensions offered after EHLO, and the fault from now on. */
  behave: (extensions: readonly string[], misstep?: MailFault) => void;
  close: () => Promise<void>;
};

const usual: Record<MailStep, string> = {
  greeting: '220 mail.example',
  EHLO: '250 mail.example',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  content: '',
  end: '250 taken',
};

export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const heard: string[] = [];
  const lines = new Set<Socket>();
  let offered: readonly string[] = [];
  let wrong: MailFault | undefined;

  const server = createServer((line) => {
    lines.add(line);
    line.on('error', () => undefined);
    line.once('close', () => lines.delete(line));
    talk(line);
  });

  function talk(line: Socket): void {
    let mail: Mail = { from: '', to: '', lines: [] };
    let inContent = false;
    let silent = false;
    let rest = '';

    /** Answers a step. @returns whether it was done correctly */
    const step = (at: MailStep): boolean => {
      if (wrong?.at !== at) {
        if (at === 'EHLO') {
          const all = ['mail.example', ...offered];
          line.write(all.map((text, n) => `250${n < all.length - 1 ? '-' : ' '}${text}\r\n`).join(''));
        } else if (usual[at]) line.write(`${usual[at]}\r\n`);
        return true;
      }
      if (wrong.does === 'closes') line.destroy();
      else if (wrong.does === 'falls silent') silent = true;
      else line.write(`${wrong.does}\r\n`);
      return false;
    };

    const commands: Record<string, (argument: string) => void> = {
      EHLO: () => void step('EHLO'),
      MAIL: (argument) => {
        mail = { from: argument, to: '', lines: [] };
        step('MAIL');
      },
      RCPT: (argument) => {
        if (step('RCPT')) mail.to = argument;
      },
      DATA: () => {
        if (mail.to === '') line.write('503 no recipient\r\n');
        else inContent = step('DATA');
      },
    };

    const hear = (text: string) => {
      if (!inContent) {
        const [, name = '', argument = ''] = /^(\w+)[^<]*<?([^>]*)/.exec(text) ?? [];
        heard.push(name.toUpperCase());
        (commands[name.toUpperCase()] ?? (() => line.write('502 what\r\n')))(argument);
      } else if (text === '.') {
        inContent = false;
        if (step('end')) mails.push(mail);
      } else {
        if (mail.lines.length === 0) step('content');
        mail.lines.push(text.replace(/^\.\./, '.'));
      }
    };

    step('greeting');
    line.on('data', (chunk: Buffer) => {
      const texts = (rest + chunk.toString('utf8')).split('\r\n');
      rest = texts.pop() ?? '';
      for (const text of texts) if (!silent && !line.destroyed) hear(text);
    });
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    heard,
    behave(extensions, misstep) {
      offered = extensions;
      wrong = misstep;
      mails.length = 0;
      heard.length = 0;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const line of lines) line.destroy();
      }),
  };
}
