import { describe, expect, it } from 'vitest';
import { isJson, loadContract } from '../contract/contract.ts';
import { apiBase } from '../api/mount.ts';
import { developerPages } from './pages.ts';

const contract = loadContract();
const pages = developerPages(apiBase, contract);

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
  it('names every operation with its address and costs, and links to nothing that is not there', async () => {
    const answer = await pages.request('/developers');
    const html = await answer.text();
    for (const { id, path } of contract.operations) {
      expect(html).toContain(`<h3 id="${id}">`);
      expect(html).toContain(apiBase + path);
    }
    expect(html).toContain('Costs 1 of address, 20 of loan.');
    expect(html).toContain('30000 points a minute for each address.');
    expect(html).toContain('<code>x-loan-token</code> The token that creating the loan returned.');
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.has(id ?? ''))).toEqual([]);
  });

  it('has the description in paragraphs, with its code as code', async () => {
    const html = await (await pages.request('/developers')).text();
    expect(html).toContain(
      '<p>Amounts are whole rupees, or whole paise in members that end in <code>_paise</code>;',
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
