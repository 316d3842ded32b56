import { expect, it } from 'vitest';
import { defaultQuery, listAddress, type ListQuery, parseListQuery } from './address.ts';

it.each<[Partial<ListQuery>, string]>([
  [{}, '/app/applications'],
  [{ page: 3 }, '/app/applications?page=3'],
  [{ sort: 'applied_amount', order: 'asc' }, '/app/applications?sort=applied_amount&order=asc'],
  [{ page: 2, stage: 'completed' }, '/app/applications?page=2&stage=completed'],
])('the query %o has an address, and is read from it', (query, address) => {
  expect(listAddress({ ...defaultQuery, ...query })).toBe(address);
  expect(parseListQuery(new URL(address, 'https://feepath.example').search)).toEqual({
    ...defaultQuery,
    ...query,
  });
});

it.each(['?page=0', '?page=1.5', '?page=99999', '?sort=name', '?order=up', '?stage=all'])(
  'what %s cannot mean is left out',
  (search) => {
    expect(parseListQuery(search)).toEqual(defaultQuery);
  },
);
