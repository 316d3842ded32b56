/** Calls that the object store refuses, each with S3's status and code, with nothing stored, changed or told. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketLocation } from '../object-keys.ts';
import { type Credentials, loanPrincipal } from '../credentials.ts';
import { uriEncode } from '../uri.ts';
import {
  type Answer,
  codeOf,
  md5,
  newLoan,
  pathOf,
  type RawCall,
  type SignedParts,
  staffPrincipal,
  startStore,
  type TestStore,
} from './store.ts';

export type Row = [what: string, call: () => RawCall, status: number, code: string];

export const loan = newLoan();
export const other = newLoan();
export const mine = `private/${loan}/receipt.pdf`;
export const theirs = `private/${other}/receipt.pdf`;
/** The content of every object and part. */
export const secret = Buffer.from('what only its loan may read');
export const bucket = `${bucketLocation.base}/${bucketLocation.bucket}`;

type Store = {
  server: TestStore;
  /** The credentials of the own loan, of the other loan, and of staff. */
  own: Credentials;
  foreign: Credentials;
  staff: Credentials;
  /** Uploads under way, of mine and of theirs, and one of mine that was aborted. */
  uploads: { mine: string; theirs: string; aborted: string };
};

/**
 * Fills a store before the first test of a file, in `at`, and returns requests of the own loan that are valid apart
 * from the given parts.
 */
export function storeOfTwoLoans() {
  const at = {} as Store;

  beforeAll(async () => {
    at.server = await startStore();
    at.own = at.server.credentials(loanPrincipal(loan));
    at.foreign = at.server.credentials(loanPrincipal(other));
    at.staff = at.server.credentials(staffPrincipal('1'));
    await stored(at.own, { method: 'PUT', path: pathOf(mine), body: secret });
    await stored(at.foreign, { method: 'PUT', path: pathOf(theirs), body: secret });
    await stored(at.staff, { method: 'PUT', path: pathOf('public/terms.pdf'), body: secret });
    at.uploads = {
      mine: await begun(at.own, mine),
      theirs: await begun(at.foreign, theirs),
      aborted: await begun(at.own, mine),
    };
    for (const number of [1, 2]) {
      const query = `partNumber=${number}&uploadId=${at.uploads.mine}`;
      await stored(at.own, { method: 'PUT', path: pathOf(mine), query, body: secret });
    }
    await stored(at.own, { method: 'DELETE', path: pathOf(mine), query: `uploadId=${at.uploads.aborted}` });
  });
  afterAll(() => at.server.close());

  async function stored(credentials: Credentials, parts: SignedParts): Promise<Answer> {
    const answer = await at.server.send(at.server.signed({ credentials, ...parts }));
    expect(answer.status).toBeLessThan(300);
    return answer;
  }

  async function begun(credentials: Credentials, key: string): Promise<string> {
    const answer = await stored(credentials, { method: 'POST', path: pathOf(key), query: 'uploads' });
    return /<UploadId>(\w+)</.exec(answer.body.toString())?.[1] ?? '';
  }

  const signed = (parts: SignedParts): RawCall =>
    at.server.signed({ credentials: at.own, path: pathOf(mine), ...parts });
  const put = (parts: SignedParts = {}): RawCall =>
    signed({ method: 'PUT', body: Buffer.from('new'), ...parts });
  const address = (given: Partial<Parameters<TestStore['address']>[1]> = {}): RawCall =>
    at.server.address(at.own, { path: pathOf(mine), ...given });
  const listed = (prefix: string, more = ''): RawCall =>
    signed({ path: bucket, query: `list-type=2&prefix=${uriEncode(prefix)}${more}` });
  /** Returns the request that completes the own upload, with this body. */
  const completed = (xml: string, more: SignedParts = {}): RawCall =>
    signed({ method: 'POST', query: `uploadId=${at.uploads.mine}`, body: Buffer.from(xml), ...more });
  const completion = (
    parts: (readonly [number: number, content: Buffer | string])[],
    more: SignedParts = {},
  ): RawCall => {
    const xml = parts.map(
      ([number, content]) => `<Part><PartNumber>${number}</PartNumber><ETag>"${md5(content)}"</ETag></Part>`,
    );
    return completed(`<CompleteMultipartUpload>${xml.join('')}</CompleteMultipartUpload>`, more);
  };

  /** Defines a test for each row. */
  const describeRefused = (what: string, rows: Row[]): void => {
    describe(what, () => {
      it.each(rows)('%s', async (_what, call, status, code) => {
        const before = at.server.state();
        const answer = await at.server.send(call());
        expect([answer.status, codeOf(answer)]).toEqual([status, code]);
        expect(at.server.state()).toEqual(before);
        for (const secretText of [secret.toString(), at.server.dataDir, loan, other]) {
          expect(answer.body.toString()).not.toContain(secretText);
        }
        expect(answer.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
      });
    });
  };

  return { at, signed, put, address, listed, completed, completion, describeRefused };
}

/** Returns the call with some headers changed after it was signed; undefined takes one away. */
export function headed(call: RawCall, headers: Record<string, string | undefined>): RawCall {
  const all = Object.entries({ ...call.headers, ...headers }).filter(([, value]) => value !== undefined);
  return { ...call, headers: Object.fromEntries(all) as Record<string, string> };
}
