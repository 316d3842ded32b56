import { expect, it } from 'vitest';
import { fromWire, onWire, paiseOnWire } from './wire-names.ts';

const at = new Date('2026-06-05T10:00:00Z');
const row = { documentSha256: 'a', rates: [{ resetMonths: 3, spread: null }], isOpen: false, at };
const wire = { document_sha256: 'a', rates: [{ reset_months: 3, spread: null }], is_open: false };

it('renames the members of a value and of all within it', () => {
  expect(onWire(row)).toEqual({ ...wire, at: '2026-06-05T10:00:00.000Z' });
  expect(fromWire({ ...wire, at })).toEqual(row);
});

it('leaves out what is absent', () => {
  const absent: { graceDays?: number } = {};
  expect(Object.keys(onWire(absent))).toEqual([]);
});

it('names amounts with their unit', () => {
  expect(paiseOnWire({ lateCharges: 1, total: 2 })).toEqual({ late_charges_paise: 1, total_paise: 2 });
});
