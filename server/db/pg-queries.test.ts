import type { QueryResult } from 'pg';
import { expect, it } from 'vitest';
import { NamedQuery, type Wire } from './pg-queries.ts';

/** A connection on which the statements of these names are parsed, and what was sent on it. */
function createWire(...parsed: string[]) {
  const sent: string[] = [];
  const sends = (message: string) => () => void sent.push(message);
  const messages = ['parse', 'bind', 'describe', 'execute', 'sync'];
  const wire = {
    ...Object.fromEntries(messages.map((message) => [message, sends(message)])),
    parsedStatements: Object.fromEntries(parsed.map((name) => [name, 'select'])),
    submittedNamedStatements: {},
  } as unknown as Wire;
  return { wire, sent };
}

const numberType = 23;
const columns = (...names: string[]) => ({ fields: names.map((name) => ({ name, dataTypeID: numberType })) });

/** Sends it, with an answer of one row. */
function run(wire: Wire, name: string, { described, row }: { described?: unknown; row: string[] }): unknown {
  const results: QueryResult[] = [];
  const query = new NamedQuery({ name, text: 'select', values: [] });
  query.callback = (_, result) => results.push(result);
  query.prepare(wire);
  if (described) query.handleRowDescription(described);
  query.handleDataRow({ fields: row });
  query.handleReadyForQuery(wire);
  return results[0]?.rows[0];
}

it('the columns of a named statement are asked for once on a connection', () => {
  const { wire, sent } = createWire('one', 'other');
  expect(run(wire, 'one', { described: columns('fee'), row: ['1'] })).toEqual({ fee: 1 });
  expect(run(wire, 'other', { described: columns('a', 'b'), row: ['2', '3'] })).toEqual({ a: 2, b: 3 });
  const asked = sent.splice(0);
  expect(asked).toEqual(Array(2).fill(['bind', 'describe', 'execute', 'sync']).flat());

  expect(run(wire, 'one', { row: ['4'] })).toEqual({ fee: 4 });
  expect(run(wire, 'other', { row: ['5', '6'] })).toEqual({ a: 5, b: 6 });
  expect(sent).not.toContain('describe');
  expect(sent).toEqual(asked.filter((message) => message !== 'describe'));
});

it('another connection has prepared the statement by itself, and is asked too', () => {
  run(createWire('one').wire, 'one', { described: columns('fee'), row: ['1'] });
  const { wire, sent } = createWire();
  run(wire, 'one', { described: columns('fee'), row: ['1'] });
  expect(sent).toEqual(['parse', 'bind', 'describe', 'execute', 'sync']);
});
