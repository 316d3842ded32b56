import { describe, expect, it } from 'vitest';
import { isJson, type Json, loadContract } from '../contract/contract.ts';
import { createChecks } from '../contract/validate.ts';
import { apiBase } from '../api/mount.ts';
import examples from '../../openapi/examples.json' with { type: 'json' };
import { developerPages, isForPartners } from './pages.ts';

const contract = loadContract();
const pages = developerPages(apiBase, { contract, site: 'https://site.example', key: 'a-key' });

const forPartners = contract.operations.filter(isForPartners);
const others = contract.operations.filter((operation) => !isForPartners(operation));

const refsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isJson(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member] : refsIn(member),
  );
};

describe('the contract as a document', () => {
  it('has every operation, and every reference in itself', async () => {
    const document: unknown = await (await pages.request(`${apiBase}/openapi.json`)).json();
    if (!isJson(document) || !isJson(document.paths)) throw new Error('no document');
    for (const { path, method, id } of contract.operations) {
      expect(document.paths[path]).toMatchObject({ [method]: { operationId: id } });
    }
    const refs = refsIn(document);
    expect(refs.length).toBeGreaterThan(100);
    for (const ref of refs) {
      const [start, ...steps] = ref.split('/');
      expect(start).toBe('#');
      const found = steps.reduce<unknown>((at, step) => (isJson(at) ? at[step] : undefined), document);
      expect(found, ref).toBeDefined();
    }
  });
});

describe('the reference of lenders', () => {
  it('has every call, the event with its address, the rules and the examples', async () => {
    const json = await (await pages.request('/developers/lenders.json')).json();
    const html = await (await pages.request('/developers/lenders')).text();
    const { paths, webhooks, 'x-rules': rules } = json as Record<string, object>;
    expect(Object.keys(paths ?? {})).toHaveLength(4);
    for (const path of Object.keys(paths ?? {})) expect(html).toContain(`<code>${path}</code>`);
    expect(Object.keys(webhooks ?? {})).toHaveLength(1);
    expect(html).toContain('<b>POST</b> <code>https://{feepath}/dev/api/lenders/{lender_id}/webhooks</code>');
    expect(Object.keys(rules ?? {}).length).toBeGreaterThan(20);
    for (const rule of Object.keys(rules ?? {})) expect(html).toContain(`<code>${rule}</code>`);
    expect(html).toContain('<summary>Example: repaying</summary>');
    expect(html).toContain('there where <code>rate_type</code> is not fixed');
    expect(html).toContain('from 100000 to 999999999900');
    expect(html).not.toMatch(/<script|undefined|\[object/);
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.has(id ?? ''))).toEqual([]);
  });
});

describe('the reference', () => {
  it('has the operations of partners with address and costs, and links to nothing that is not there', async () => {
    const answer = await pages.request('/developers');
    const html = await answer.text();
    for (const { id, path } of forPartners) {
      expect(html).toContain(`<h3 id="${id}">`);
      expect(html).toContain(apiBase + path);
    }
    expect(forPartners.length).toBeGreaterThan(40);
    for (const { id } of others) expect(html).not.toContain(`<h3 id="${id}">`);
    expect(html).not.toMatch(/staffSession|reviewer.s session|Desk<|domain\/|x-policy|x-limits|x-called/);
    expect(html).toContain('Costs 1 of address, 20 of loan.');
    expect(html).toContain('30000 points a minute for each address.');
    expect(html).toContain('<code>x-loan-token</code> The token that creating the loan returned.');
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.has(id ?? ''))).toEqual([]);
  });

  it('begins with the first steps, with the key and the address of the server', async () => {
    const html = await (await pages.request('/developers')).text();
    expect(html.indexOf('Start here</h2>')).toBeLessThan(html.indexOf('Operations</h2>'));
    expect(html).toContain(
      '&lt;script src=&quot;https://site.example/embed.js&quot; data-key=&quot;a-key&quot;',
    );
    expect(html).toContain('>Embedding</a>');
    expect(html).not.toMatch(/\{site\}|\{key\}/);
    for (const [, guide] of html.matchAll(/href="(\/developers\/[^"]+\.md)"/g)) {
      expect((await pages.request(guide ?? '')).status, guide).toBe(200);
    }
  });

  it('says each shared error once', async () => {
    const html = await (await pages.request('/developers')).text();
    expect(html.match(/Too many calls; try again/g)).toHaveLength(1);
    expect(html.match(/<a href="#error-TooMany">429<\/a>/g)?.length).toBe(forPartners.length);
  });

  // RECORD_EXAMPLES=1 npx vitest run --project contract tests/contract/operations.test.ts -t 'good input'
  it.each(forPartners)('has an example of $id that the contract describes', ({ id, body, replies }) => {
    const example = (examples as Record<string, Json>)[id] ?? {};
    const check = createChecks(contract);
    const reply = replies.get(200);
    expect(reply && check(reply)(example.answer)).toEqual([]);
    expect('body' in example).toBe(body !== undefined);
    if (body) expect(check(body)(example.body)).toEqual([]);
  });

  it('has the description in paragraphs, with its code as code', async () => {
    const html = await (await pages.request('/developers')).text();
    expect(html).toContain(
      'Amounts are whole rupees, or whole paise in members that end in <code>_paise</code>;',
    );
  });

  it('runs no script, and only its own style', async () => {
    const answer = await pages.request('/developers');
    expect(await answer.text()).not.toMatch(/<script|undefined|\[object/);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; style-src 'sha256-[^']+'/,
    );
  });
});
