import { describe, expect, it } from 'vitest';
import { jsonMaxBytes, readBody } from './body.ts';
import { loadContract, type OperationId } from '../contract/contract.ts';
import { createChecks } from '../contract/validate.ts';

type Json = { [name: string]: unknown };

const contract = loadContract();
const createCheck = createChecks(contract);

function checkOf(id: OperationId) {
  const body = contract.operations.find((operation) => operation.id === id)?.body;
  if (!body) throw new Error(`${id} takes no body`);
  return createCheck(body);
}

const jsonRequest = (body: string) =>
  new Request('http://localhost', { method: 'POST', headers: { 'content-type': 'application/json' }, body });

const repeated = (json: string, count: number): string => Array.from({ length: count }, () => json).join();
const members = (value: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `"name${String(index).padStart(6, '0')}":${value}`).join();

/** JSON bodies of a list or an object with `count` members, by what a member is. */
const shapes: Record<string, (count: number) => string> = {
  'empty objects as students': (count) => `{"data":{"el_details.students":[${repeated('{}', count)}]}}`,
  'empty lists as students': (count) => `{"data":{"el_details.students":[${repeated('[]', count)}]}}`,
  'numbers as students': (count) => `{"data":{"el_details.students":[${repeated('0', count)}]}}`,
  'texts as deleted students': (count) =>
    `{"data":{"el_details.deleted_students":[${repeated('"x"', count)}]}}`,
  'unknown properties': (count) => `{"data":{${members('1', count)}}}`,
  'unknown properties that hold objects': (count) => `{"data":{${members('{"a":{"b":{}}}', count)}}}`,
  'lists in lists': (count) => `{"data":{"unknown":[${repeated('[[[[[[]]]]]]', count)}]}}`,
  'a long text': (count) => `{"data":{"el_details.institution_name":"${'x'.repeat(count)}"}}`,
  'a long text in place of a number': (count) =>
    `{"data":{"el_details.institution_id":"${'x'.repeat(count)}"}}`,
  'a long text of escapes': (count) => `{"data":{"unknown":"${'\\"'.repeat(count)}"}}`,
};

/** The longest body of a shape that is not refused for its length alone. */
function longest(shape: (count: number) => string): string {
  const member = shape(2).length - shape(1).length;
  return shape(Math.floor((jsonMaxBytes - shape(1).length) / member));
}

/** Milliseconds of processor time, in which other programs of a busy machine do not count. */
async function processorTime(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Expects that the checks of a value take time in proportion to its size: at most twenty times what `JSON` takes for
 * the same value in the same run. They take about twice that, a square of so many values a thousand times.
 * A yardstick below 20 ms counts as 20 ms, because the pauses of a busy machine are as long.
 */
async function expectLinearTime(checks: () => Promise<unknown>, yardstick: number): Promise<void> {
  expect(await processorTime(checks)).toBeLessThan(20 * Math.max(yardstick, 20));
}

describe('a JSON body', () => {
  const check = checkOf('saveStudents');

  it.each(Object.entries(shapes))('of a megabyte of %s takes little time', async (_, shape) => {
    const [body, warmUp] = [longest(shape), shape(100)];
    expect(body.length).toBeGreaterThan(jsonMaxBytes * 0.99);
    const readAndCheck = async (text: string) => check(await readBody(jsonRequest(text)));
    await readAndCheck(warmUp).catch(() => undefined);
    const yardstick = await processorTime(async () => JSON.parse(body) as unknown);
    await expectLinearTime(() => readAndCheck(body).catch(() => undefined), yardstick);
  });

  it('with more values than any call takes is refused before it is parsed', async () => {
    const body = (count: number) => `{"data":[${repeated('{}', count)}]}`;
    await expect(readBody(jsonRequest(body(4_000)))).resolves.toMatchObject({ data: { length: 4_000 } });
    await expect(readBody(jsonRequest(body(5_001)))).rejects.toMatchObject({ status: 400 });
    // Commas and brackets inside of a text are no values.
    const text = `${',[{'.repeat(10_000)}\\"`;
    await expect(readBody(jsonRequest(JSON.stringify({ text })))).resolves.toEqual({ text });
  });
});

describe('a megabyte of nonsense', () => {
  const withBody = contract.operations.filter(({ body }) => body);
  const objects = Array.from({ length: 340_000 }, () => ({}));
  const nonsense: Record<string, unknown> = {
    list: objects,
    text: 'x'.repeat(jsonMaxBytes),
    number: 1e300,
    object: Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`name${index}`, {}])),
    lists: Array.from({ length: 20 }, () => objects.slice(0, 17_000)),
  };

  /** The value with each kind of nonsense in place of each member, however deep the schema says that it goes. */
  function* spoilt(schema: Json, at: (value: unknown) => unknown): Generator<unknown> {
    for (const value of Object.values(nonsense)) yield at(value);
    const members = (schema.properties ?? {}) as Record<string, Json>;
    for (const [name, member] of Object.entries(members)) {
      yield* spoilt(member, (value) => at({ [name]: value }));
    }
  }

  it.each(withBody.map(({ id, body }) => [id, body] as const))(
    'takes %s no time that grows with its square to refuse',
    async (id, body) => {
      const check = checkOf(id);
      check({});
      const yardstick = await processorTime(async () => JSON.stringify(nonsense.list));
      for (const value of spoilt(body?.value ?? {}, (whole) => whole)) {
        await expectLinearTime(async () => check(value), yardstick);
      }
    },
  );
});

describe('the check of a schema', () => {
  const check = checkOf('saveStudents');
  const students = (count: number) => ({
    data: { 'el_details.students': Array.from({ length: count }, () => ({})) },
  });

  it('takes time in proportion to what it checks', async () => {
    check(students(1));
    const value = students(10_000);
    // Collecting all errors would take seconds.
    const yardstick = await processorTime(async () => JSON.stringify(value));
    await expectLinearTime(async () => check(value), yardstick);
  });

  it('names all errors of a small value and the first of a large one', () => {
    const names = check(students(1)).map(({ field }) => field);
    expect(names.length).toBeGreaterThan(10);
    expect(new Set(names).size).toBe(names.length);
    expect(check(students(1000))).toHaveLength(1);
  });
});
