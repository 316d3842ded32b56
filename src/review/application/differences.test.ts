import { expect, it } from 'vitest';
import type { Change } from '../../../domain/values/wire.ts';
import { applicationOf, entryOf, queryOf } from '../../../machines/desk/testing.ts';
import { differencesFor, otherDifferences } from './differences.ts';

const change = (field: string, query_id: string | null): Change => ({ field, before: 1, after: 2, query_id });

it('a choice that changed is shown by its words alone', () => {
  const changes = [
    change('loan_details.emi_tenure_id', 'q'),
    change('loan_details.emi_tenure', 'q'),
    change('el_details.order_value', null),
  ];
  const application = applicationOf([], { changes });
  expect(differencesFor(queryOf('q'), application, []).map(({ name }) => name)).toEqual([
    'loan_details.emi_tenure',
  ]);
  expect(otherDifferences(application).map(({ name }) => name)).toEqual(['el_details.order_value']);
});

it('an answer of an earlier submission is told by the timeline, from its question on', () => {
  const field = 'personal_details.pan';
  const changed = (id: number, at: string, before: string, after: string) =>
    entryOf(id, { act: 'field.changed', field, at, before: before, after: after });
  const timeline = [
    changed(1, '2026-02-01T00:00:00.000Z', 'older', 'old'),
    changed(2, '2026-03-02T00:00:00.000Z', 'old', 'new'),
    entryOf(3, { act: 'field.changed', field: 'personal_details.dob', at: '2026-03-02T00:00:00.000Z' }),
  ];
  expect(differencesFor(queryOf('q', { field }), applicationOf(), timeline)).toEqual([
    { name: field, before: 'old', after: 'new' },
  ]);
  expect(differencesFor(queryOf('q', { field }), applicationOf(), null)).toEqual([]);
});
