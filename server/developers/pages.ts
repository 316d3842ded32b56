/** Serves the contracts for developers of partners and lenders, as documents and as pages made from them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import {
  type Contract,
  type Json,
  loadContract,
  type Operation,
  readDocuments,
} from '../contract/contract.ts';
import type { HonoEnv } from '../platform/env.ts';
import { bundleContract, documentWith } from './document.ts';
import { type Reference, referenceHtml, style } from './reference.ts';

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

/** The examples of partners' operations, recorded by the tests of the operations. */
const examples = JSON.parse(
  readFileSync(new URL('../../openapi/examples.json', import.meta.url), 'utf8'),
) as Json;

/** Says whether partners may call an operation: with a key, with nothing, or as a person of theirs who is signed in. */
export const isForPartners = ({ caller, tag }: Operation): boolean =>
  ['key', 'loan', 'anyone'].includes(caller) || tag === 'partner';

/** Guides that the first steps lead to, as they stand in the repository. */
const guides = ['embedding', 'webhooks'];

type Options = { contract?: Contract; site?: string; key?: string | undefined };

/** `/developers`, `/developers/lenders`, what each shows as a document, and the guides. */
export function developerPages(
  apiBase: string,
  { contract = loadContract(), site = 'https://loans.example', key = 'KEY' }: Options = {},
): Hono<HonoEnv> {
  const pages = new Hono<HonoEnv>();
  const add = (
    page: string,
    shown: Omit<Reference, 'examples' | 'site' | 'key'>,
    document = shown.document,
  ) => {
    const json = JSON.stringify(document);
    const html = referenceHtml({ ...shown, examples, site, key });
    pages.get(shown.json, (call) => call.body(json, 200, { ...headers, 'content-type': 'application/json' }));
    pages.get(page, (call) => call.html(html, 200, { ...headers, 'content-security-policy': policy }));
  };
  const { documents, operations } = contract;
  const whole = bundleContract(documents);
  const ids = new Set<string>(operations.filter(isForPartners).map(({ id }) => id));
  const ofPartners = documentWith(whole, ids);
  add('/developers', { document: ofPartners, json: documentPath(apiBase), base: apiBase }, whole);
  const ofLenders = bundleContract(readDocuments('lender.yaml', new Map(documents)), 'lender.yaml');
  add('/developers/lenders', { document: ofLenders, json: '/developers/lenders.json', base: '' });
  for (const guide of guides) {
    const words = readFileSync(new URL(`../../docs/${guide}.md`, import.meta.url), 'utf8');
    pages.get(`/developers/${guide}.md`, (call) => call.text(words, 200, headers));
  }
  return pages;
}
