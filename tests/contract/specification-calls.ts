/** The table of docs/calls.md: the operation of each call of section 7. */
import { readFileSync } from 'node:fs';
import type { Method, OperationId } from '../../server/contract/contract.ts';

type ServedCall = {
  /** The call as section 7 writes it. */
  specified: string;
  method: Method;
  /** The path as the contract writes it. */
  path: string;
  operation: OperationId;
};

type LaterCall = { specified: string; later: string };

const served = /^\| (.+?) +\| ([A-Z]+) `([^`]+)` +\| `(\w+)` +\|$/;
const postponed = /^\| (.+?) +\| later +\| (.+?) +\|$/;

/** @throws Error for a row that is neither an operation nor marked as later */
export function specificationCalls(): (ServedCall | LaterCall)[] {
  const text = readFileSync(new URL('../../docs/calls.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| (?!Call |-)/.test(line));
  return rows.map((row) => {
    const [, called = '', method = '', path = '', operation = ''] = served.exec(row) ?? [];
    const [, postponedCall = '', later = ''] = postponed.exec(row) ?? [];
    if (later) return { specified: withoutMarks(postponedCall), later };
    if (!operation) throw new Error(`docs/calls.md has a row that cannot be read: ${row}`);
    return {
      specified: withoutMarks(called),
      method: method.toLowerCase() as Method,
      path,
      operation: operation as OperationId,
    };
  });
}

export const servedCalls = (): ServedCall[] =>
  specificationCalls().filter((call): call is ServedCall => 'operation' in call);

const withoutMarks = (text: string): string => text.replaceAll('`', '');
