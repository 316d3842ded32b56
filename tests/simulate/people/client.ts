/** A person's calls: to any server, with answers that get lost, repeated as pages repeat them. */
import type { OperationId } from '../../../openapi/operations.ts';
import { requestLine } from '../request-line.ts';
import type { World } from '../world.ts';

export type Call = {
  path?: Record<string, string | number>;
  query?: string;
  headers?: Record<string, string>;
  body?: unknown;
};

export type Answer<Result> = {
  status: number;
  /** The server holds it against the contract. */
  body: { result: Result };
  cookies: string[];
};

const mostTries = 5;
const serverBusy = [500, 502, 503, 504];

export class Client {
  /** Sent with each call. */
  headers: Record<string, string> = {};
  cookie: string | undefined;

  constructor(
    readonly world: World,
    readonly name: string,
    /** Words that tell this person's data from everybody else's. */
    readonly marks: string[],
  ) {}

  /** Repeats one call until there is an answer. @returns undefined if there was none; the request may be done or not */
  async call<Result>(operation: OperationId, call: Call = {}): Promise<Answer<Result> | undefined> {
    const { world } = this;
    // A person who has not finished by then waits without end.
    if (world.faults.isQuiet) return new Promise(() => {});
    for (let tries = 0; tries < mostTries; tries += 1) {
      const answer = await this.#callOnce<Result>(operation, call);
      if (answer && !serverBusy.includes(answer.status)) {
        world.did(`call ${operation} ${answer.status}`);
        return answer;
      }
      await world.sleep(500 + world.random.whole(20_000), `${this.name} tries again`);
    }
    return undefined;
  }

  async #callOnce<Result>(
    operation: OperationId,
    { path, query = '', headers, body }: Call,
  ): Promise<Answer<Result> | undefined> {
    const { world } = this;
    const { method, at } = requestLine(operation, path);
    const sent = {
      ...this.headers,
      ...(this.cookie && { cookie: this.cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    const init = { method, headers: sent, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await world.anyServer.answer(operation, at + query, init);
    await world.scheduler.gate(`${this.name} ${operation} ${response?.status ?? 'crashed'}`);
    if (!response || world.faults.happens('answer.lost')) return undefined;
    const text = await response.text();
    this.#checkAnswer(operation, response.status, text);
    this.#keepCookie(response.headers);
    return { status: response.status, body: JSON.parse(text), cookies: response.headers.getSetCookie() };
  }

  #checkAnswer(operation: OperationId, status: number, text: string): void {
    const { world } = this;
    // A store that does not answer is a fault of the world, as in the law about the log.
    const isStores = world.logged.at(-1)?.code === 'ECONNRESET';
    if (status === 500 && !isStores) world.breakLaw('no call fails', `${this.name} ${operation}`);
    const others = world.people.filter(({ client }) => client !== this && client.marks.length > 0);
    if (this.marks.length === 0) return;
    for (const { client } of others) {
      const seen = client.marks.find((mark) => text.includes(mark));
      if (seen)
        world.breakLaw("no answer has another person's data", `${this.name} ${operation}: ${client.name}`);
    }
  }

  #keepCookie(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const pair = cookie.split(';')[0] ?? '';
      if (/; Max-Age=0/i.test(cookie)) this.cookie = undefined;
      else if (!pair.startsWith('feepath_staff_device=')) this.cookie = pair;
    }
  }
}
