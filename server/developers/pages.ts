/** What developers of partners and of lenders read: each contract as a document, and as a page made from it. */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { type Contract, loadContract, readDocuments } from '../contract/contract.ts';
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

/** `/developers`, `/developers/lenders`, and what each shows as a document. */
export function developerPages(apiBase: string, contract: Contract = loadContract()): Hono<HonoEnv> {
  const pages = new Hono<HonoEnv>();
  const add = (page: string, reference: Parameters<typeof referenceHtml>[0]) => {
    const document = JSON.stringify(reference.document);
    const html = referenceHtml(reference);
    pages.get(reference.json, (call) =>
      call.body(document, 200, { ...headers, 'content-type': 'application/json' }),
    );
    pages.get(page, (call) => call.html(html, 200, { ...headers, 'content-security-policy': policy }));
  };
  const { documents } = contract;
  add('/developers', {
    ...{ document: bundleContract(documents), json: documentPath(apiBase), base: apiBase },
    elsewhere: 'Lenders have <a href="/developers/lenders">one of their own</a>.',
  });
  const ofLenders = readDocuments('lender.yaml', new Map(documents));
  add('/developers/lenders', {
    ...{ document: bundleContract(ofLenders, 'lender.yaml'), json: '/developers/lenders.json', base: '' },
    elsewhere: 'Partners have <a href="/developers">another one</a>.',
  });
  return pages;
}
