/** Calls a server as fast as it answers, over connections that stay open, and measures each call. */
import { connect, type Socket } from 'node:net';

export type Request = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
};

export type Response = { status: number; body: string };

/** One connection with one call at a time; far cheaper than the platform's client, whose time would count. */
export class Connection {
  private received: Buffer = Buffer.alloc(0);
  private answer: { resolve: (response: Response) => void; reject: (error: Error) => void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    for (const event of ['error', 'close']) {
      socket.on(event, () => this.answer?.reject(new Error('The connection ended before the answer')));
    }
  }

  static async open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Connection(socket);
  }

  call({ method, path, headers = {}, body }: Request): Promise<Response> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const lines = [
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(text ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
    ];
    return new Promise((resolve, reject) => {
      this.answer = { resolve, reject };
      this.socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
    });
  }

  close(): void {
    this.answer = undefined;
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const headEnd = this.received.indexOf('\r\n\r\n');
    if (headEnd < 0 || !this.answer) return;
    const head = this.received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    const { answer } = this;
    if (length === undefined) {
      answer.reject(new Error(`An answer without a length: ${head}`));
      return;
    }
    const end = headEnd + 4 + Number(length);
    if (this.received.length < end) return;
    const body = this.received.toString('utf8', headEnd + 4, end);
    this.received = this.received.subarray(end);
    this.answer = undefined;
    answer.resolve({ status: Number(head.slice(9, 12)), body });
  }
}

/** The milliseconds of each call, and how long all of them took. */
export type Measured = { latencies: number[]; ms: number };

/**
 * @param callers that call at once, each again as soon as it has its answer
 * @param ms and `calls` that are measured at least
 * @param request of a caller, from 0
 * @throws Error for an answer other than 200
 */
export async function measure(
  url: string,
  {
    callers,
    ms,
    calls = 0,
    request,
  }: { callers: number; ms: number; calls?: number; request: (caller: number) => Request },
): Promise<Measured> {
  const connections = await Promise.all(Array.from({ length: callers }, () => Connection.open(url)));
  const latencies: number[] = [];
  const started = performance.now();
  const work = async (connection: Connection, caller: number) => {
    for (let sent = performance.now(); sent - started < ms || latencies.length < calls;) {
      const { status, body } = await connection.call(request(caller));
      if (status !== 200) throw new Error(`${status} ${body.slice(0, 500)}`);
      const answered = performance.now();
      latencies.push(answered - sent);
      sent = answered;
    }
  };
  try {
    await Promise.all(connections.map(work));
    return { latencies, ms: performance.now() - started };
  } finally {
    for (const connection of connections) connection.close();
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
