import { expect, it } from 'vitest';
import { embeddedLenderId } from '../../domain/lending/lenders.ts';
import { readConfig } from '../config/config.ts';
import { openTestServices } from '../testing/services.ts';
import { describeAdapters } from './index.ts';
import { isLenderId, isEmbedded, lenderIds } from './lenders.ts';

it('only one lender is open to the embedded flow', () => {
  expect(lenderIds).toEqual([11, 12, 15]);
  expect(lenderIds.filter((id) => isEmbedded(id))).toEqual([embeddedLenderId]);
  expect([11, 999, 0, Number.NaN].map(isLenderId)).toEqual([true, false, false, false]);
});

it('the sandbox uses the configured lenders and a sandbox lender for each other id', async () => {
  const twelve = { LENDER_12_URL: 'http://127.0.0.1:9', LENDER_12_KEY: 'k', LENDER_12_TIMEOUT_MS: '70' };
  const services = await openTestServices(twelve);
  try {
    const { lenders } = services.adapters;
    expect(lenderIds.map((id) => lenders[id]?.timeoutMs)).toEqual(
      lenderIds.map((id) => (id === 12 ? 70 : 25_000)),
    );
  } finally {
    await services.close();
  }
});

it('the description lists real and sandbox lenders and leaves out absent ones', () => {
  const configured = { LENDER_15_URL: 'http://localhost:9', LENDER_15_KEY: 'k' };
  const sandbox = readConfig({ SANDBOX: '1', ...configured });
  expect(describeAdapters(sandbox).real).toEqual(['lender 15']);
  expect(describeAdapters(sandbox).sandbox).toEqual(expect.arrayContaining(['lender 11', 'lender 12']));
  const production = describeAdapters({ ...sandbox, sandbox: false });
  expect([...production.real, ...production.sandbox].filter((name) => name.startsWith('lender'))).toEqual([
    'lender 15',
  ]);
});
