/**
 * A named statement whose columns PostgreSQL describes once for each connection. `pg` asks for the names and types of
 * the columns each time, which for a row as wide as a loan is more work for both than the row; a statement that is
 * prepared keeps them: PostgreSQL refuses to run it where they have changed.
 */
import pg, { type Pool, type QueryConfig, type QueryResult } from 'pg';

/** What a query calls on the connection. */
export type Wire = {
  stream: { cork: () => void; uncork: () => void };
  describe: (portal: { type: string; name: string }) => void;
  execute: (portal: { portal: string }) => void;
  sync: () => void;
  /** The texts of the statements that are being parsed, by their names. */
  submittedNamedStatements: Record<string, string | undefined>;
};

/** What a result makes of the description of its columns. */
type Columns = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown };

/** What `pg` calls on a query. */
export interface WireQuery extends pg.Query {
  name: string;
  text: string;
  portal: string;
  callback: (error: Error | null, result: QueryResult) => void;
  _result: Columns;
  _accumulateRows: boolean;
  prepare(wire: Wire): void;
  _getRows(wire: Wire): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

export const Query = pg.Query as unknown as new (config: QueryConfig) => WireQuery;

/** Of a connection: the columns of its statements by their names, and itself without the message that asks for them. */
type Described = { columns: Map<string, Columns>; undescribing: Wire };

const described = new WeakMap<Wire, Described>();

function describedOn(wire: Wire): Described {
  const known = described.get(wire) ?? {
    columns: new Map<string, Columns>(),
    undescribing: Object.assign(Object.create(wire) as Wire, { describe: () => {} }),
  };
  described.set(wire, known);
  return known;
}

export class NamedQuery extends Query {
  private columnsByName: Map<string, Columns> | undefined;

  override prepare(wire: Wire): void {
    const { columns, undescribing } = describedOn(wire);
    this.columnsByName = columns;
    const known = columns.get(this.name);
    if (known) {
      Object.assign(this._result, known);
      this._accumulateRows = true;
    }
    super.prepare(known ? undescribing : wire);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.columnsByName?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/** For Drizzle: the pool's single statements. */
export const namedQueriesOn = (pool: Pool) => ({
  query(config: QueryConfig, values: unknown[]): Promise<QueryResult> {
    if (config.name === undefined) return pool.query(config, values);
    // What has a `submit` is sent as it is; the pool resolves with its result.
    return pool.query(new NamedQuery({ ...config, values })) as unknown as Promise<QueryResult>;
  },
});
