/**
 * Part of `npm run generate`: writes openapi/operations.ts, the method, path and caller of each operation, because
 * openapi-typescript writes types alone and a call by operationId needs them at run time. The option `--check` writes
 * no file and fails if the file is outdated.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { type Caller, loadContract } from '../server/contract/contract.ts';

const file = fileURLToPath(new URL('../openapi/operations.ts', import.meta.url));

const { operations } = loadContract();
const rowsOf = (rows: typeof operations) =>
  rows
    .map(
      ({ id, method, path, caller }) =>
        `${id}: [${[method, path, caller].map((part) => JSON.stringify(part)).join(', ')}],`,
    )
    .join('\n');
const rowsFor = (...callers: Caller[]) =>
  rowsOf(operations.filter(({ caller, calledByPage }) => calledByPage && callers.includes(caller)));
/** Institutions, their plans, and the lenders by their names are public. */
const isPublicData = ({ caller, tag, id }: (typeof operations)[number]): boolean =>
  caller === 'anyone' && (tag === 'institutes' || id === 'readGrievanceRedressal');
const source = `/** Written by \`npm run generate\` from openapi.yaml: the method, path and caller of each operation. */
import type { operations as Shapes, paths } from './generated.ts';

/**
 * The caller's proof: an API key; the key and \`x-loan-token\`; a reviewer's session; the desk's own page; the signature
 * of a lender or provider; a customer's access token; a partner's secret key or a member's access token; none. The
 * token of a customer also counts as a key, and as the token of a loan that the customer owns.
 */
export type Caller = 'key' | 'loan' | 'staff' | 'visitor' | 'webhook' | 'customer' | 'partner' | 'anyone';

export type OperationId = keyof Shapes;

export type Operation = readonly ['get' | 'put' | 'post' | 'patch' | 'delete', keyof paths, Caller];

/** A page brings along its own operations alone. */
export type OperationTable = Partial<Record<OperationId, Operation>>;

/** The operations of applicants, and those of everybody that the embedded flow calls too. */
export const applicantOperations = {
${rowsFor('key', 'loan')}
${rowsOf(operations.filter(isPublicData))}
} as const satisfies OperationTable;

/** The operations of the reviewer's desk. */
export const deskOperations = {
${rowsFor('staff', 'visitor')}
} as const satisfies OperationTable;

/** The operations of customers, besides those of applicants, and what members of a partner call. */
export const customerOperations = {
${rowsOf(operations.filter((one) => ['customer', 'anyone'].includes(one.caller) && !isPublicData(one)))}
${rowsFor('partner')}
} as const satisfies OperationTable;

/** The events of lenders and of providers. */
export const webhookOperations = {
${rowsFor('webhook')}
} as const satisfies OperationTable;

/** The operations that no page of ours calls. */
export const integratorOperations = {
${rowsOf(operations.filter(({ calledByPage }) => !calledByPage))}
} as const satisfies OperationTable;

/** Marked as pure, so that a bundle that does not use it leaves it out. */
export const operations = /* @__PURE__ */ (() => ({
  ...applicantOperations,
  ...deskOperations,
  ...customerOperations,
  ...webhookOperations,
  ...integratorOperations,
}))() satisfies Record<OperationId, Operation>;
`;
const text = await format(source, { ...(await resolveConfig(file)), filepath: file });

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('openapi/operations.ts is not fresh: npm run generate');
  process.exitCode = 1;
}
