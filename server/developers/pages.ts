/** What developers of partners read: the contract as a document, and as a page made from it. */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { type Contract, loadContract } from '../contract/contract.ts';
import type { HonoEnv } from '../platform/env.ts';
import { bundleContract } from './document.ts';
import { referenceHtml, style } from './reference.ts';

const headers = { 'cache-control': 'public, max-age=300' };

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The path of the contract as one document. */
export const documentPath = (apiBase: string): string => `${apiBase}/openapi.json`;

/** `/developers`, and the contract as a document. */
export function developerPages(apiBase: string, contract: Contract = loadContract()): Hono<HonoEnv> {
  const document = bundleContract(contract);
  const json = JSON.stringify(document);
  const html = referenceHtml(document, contract, apiBase);
  const pages = new Hono<HonoEnv>();
  pages.get(documentPath(apiBase), (call) =>
    call.body(json, 200, { ...headers, 'content-type': 'application/json' }),
  );
  pages.get('/developers', (call) => call.html(html, 200, { ...headers, 'content-security-policy': policy }));
  return pages;
}
