import { expect, it } from 'vitest';
import { fromWire, onWire, paiseOnWire } from './wire-names.ts';

const at = new Date('2026-06-05T10:00:00Z');
const row = { documentSha256: 'a', rates: [{ resetMonths: 3, spread: null }], isOpen: false, at };
const wire = { document_sha256: 'a', rates: [{ reset_months: 3, spread: null }], is_open: false };

it('renames the members of a value and of its nested values', () => {
  expect(onWire(row)).toEqual({ ...wire, at: '2026-06-05T10:00:00.000Z' });
  expect(fromWire({ ...wire, at })).toEqual(row);
});

it('leaves out absent members', () => {
  const absent: { graceDays?: number } = {};
  expect(Object.keys(onWire(absent))).toEqual([]);
});

it('adds the unit to the names of amounts', () => {
  expect(paiseOnWire({ lateCharges: 1, total: 2 })).toEqual({ late_charges_paise: 1, total_paise: 2 });
});
