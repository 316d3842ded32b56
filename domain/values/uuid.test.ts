import { expect, it } from 'vitest';
import { newUuid } from './uuid.ts';

it('makes a different UUID of version 4 each time', () => {
  const made = Array.from({ length: 200 }, newUuid);
  for (const uuid of made)
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(made).size).toBe(made.length);
  for (const place of [0, 9, 19, 35])
    expect(new Set(made.map((uuid) => uuid[place])).size).toBeGreaterThan(3);
});
