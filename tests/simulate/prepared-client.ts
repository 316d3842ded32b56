/**
 * The embedded database by prepared statements: each text is parsed and planned once, and run in one exchange of
 * messages instead of the five of PGlite's own `query`. It runs one transaction, or one statement outside of it, at a
 * time.
 */
import './prelude.ts';
import { type PGlite, protocol } from '@electric-sql/pglite';

type Row = Record<string, unknown>;
type Parse = (value: string, type: number) => unknown;
export type QueryOptions = { rowMode?: 'array' | 'object'; parsers?: Record<number, Parse> };
export type Result<Found = Row> = { rows: Found[] };

type Column = { name: string; type: number };
type Prepared = { name: string; parameterTypes: number[]; columns: Column[] };
type Message = { name: string };
type DataRow = Message & { fields: (string | null)[] };

const { serialize } = protocol;

export class PreparedClient {
  /** Rises with each statement that has changed rows. */
  writes = 0;
  readonly #prepared = new Map<string, Prepared>();
  /** Ends when everybody who came before has had a turn. */
  #before: Promise<unknown> = Promise.resolve();

  constructor(readonly client: PGlite) {}

  query<Found = Row>(
    text: string,
    values: unknown[] = [],
    options: QueryOptions = {},
  ): Promise<Result<Found>> {
    return this.#inTurn(() => this.run<Found>(text, values, options));
  }

  /** Several statements without values, as one message. */
  exec(text: string): Promise<void> {
    return this.#inTurn(async () => void this.#send([serialize.query(text)]));
  }

  /** `work` runs its statements by `run`. */
  transaction<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#inTurn(async () => {
      await this.run('begin');
      try {
        const value = await work();
        await this.run('commit');
        return value;
      } catch (error) {
        await this.run('rollback');
        throw error;
      }
    });
  }

  /** A statement of who has the turn. */
  async run<Found = Row>(
    text: string,
    values: unknown[] = [],
    { rowMode, parsers }: QueryOptions = {},
  ): Promise<Result<Found>> {
    const { name, parameterTypes, columns } = this.#prepared.get(text) ?? this.#prepare(text);
    const written = values.map((value, index) => this.#write(value, parameterTypes[index] ?? 0));
    const messages = this.#send([
      serialize.bind({ statement: name, values: written }),
      serialize.execute({}),
      serialize.sync(),
    ]);
    const read = columns.map(({ type }) => parsers?.[type] ?? this.client.parsers[type]);
    const rows: unknown[] = [];
    for (const message of messages) {
      if (isWrite(message)) this.writes += 1;
      if (message.name !== 'dataRow') continue;
      const cells = (message as DataRow).fields.map((cell, at) => {
        const parse = read[at];
        return cell === null || !parse ? cell : parse(cell, columns[at]?.type ?? 0);
      });
      rows.push(
        rowMode === 'array'
          ? cells
          : Object.fromEntries(columns.map((column, at) => [column.name, cells[at]])),
      );
    }
    return { rows: rows as Found[] };
  }

  #write(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const serializer = this.client.serializers[type];
    return serializer ? serializer(value) : String(value);
  }

  #prepare(text: string): Prepared {
    const name = `s${this.#prepared.size}`;
    const messages = this.#send([
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ]);
    const found = <Found>(kind: string) => messages.find((one) => one.name === kind) as Found | undefined;
    const { dataTypeIDs = [] } = found<{ dataTypeIDs: number[] }>('parameterDescription') ?? {};
    const { fields = [] } = found<{ fields: { name: string; dataTypeID: number }[] }>('rowDescription') ?? {};
    const columns = fields.map((field) => ({ name: field.name, type: field.dataTypeID }));
    const prepared = { name, parameterTypes: dataTypeIDs, columns };
    this.#prepared.set(text, prepared);
    return prepared;
  }

  /** @throws DatabaseError, PGlite's */
  #send(parts: Uint8Array[]): Message[] {
    const messages: Message[] = [];
    new protocol.Parser().parse(this.client.execProtocolRawSync(Buffer.concat(parts)), (message) =>
      messages.push(message),
    );
    const error = messages.find(({ name }) => name === 'error');
    if (error) throw error as never as Error;
    return messages;
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#before.then(work);
    this.#before = turn.catch(() => undefined);
    return turn;
  }
}

const isWrite = (message: Message): boolean =>
  message.name === 'commandComplete' &&
  /^(INSERT|UPDATE|DELETE) (0 )?[1-9]/.test((message as Message & { text: string }).text);
