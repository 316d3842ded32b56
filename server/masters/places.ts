/** States, their districts as cities, and the place of a pincode (decision 22). Read once, when first asked for. */
import { askProcess } from '../platform/threads.ts';
import { states } from './states.ts';

/** Districts as [state, district], and for each pincode the index of its district. */
export type PlaceRows = { districts: [state: string, district: string][]; pincodes: [string, number][] };

export type City = { id: number; name: string };
export type PincodePlace = { pincode: string; city: string; state: string; state_id: number };

type Places = { citiesByState: Map<number, City[]>; placeOf: (pincode: string) => PincodePlace | undefined };

/** It takes half a second, and some where the machine is busy. */
const longestMs = 60_000;

let reading: Promise<Places> | undefined;

/** @throws when the package cannot be read; the next call tries again */
export function readPlaces(): Promise<Places> {
  reading ??= readRows()
    .then(arrange)
    .catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
  return reading;
}

const readRows = async (): Promise<PlaceRows> =>
  (await askProcess(new URL('./read-places.mjs', import.meta.url), {
    // The child gets no environment: this process has its secrets in it.
    ...{ execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    ...{ timeout: longestMs, killSignal: 'SIGKILL' },
  })) as PlaceRows;

function arrange({ districts, pincodes }: PlaceRows): Places {
  const stateOf = new Map(states.map((state) => [state.listed ?? state.name.toUpperCase(), state]));
  const named = districts.map(([listed, district]) => {
    const state = stateOf.get(listed);
    if (!state) throw new Error(`masters/states.json does not know ${listed}`);
    return { state, city: cityName(state.name, district) };
  });
  const citiesByState = new Map(
    states.map(({ id }) => {
      const names = named.filter(({ state }) => state.id === id).map(({ city }) => city);
      const sorted = [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en'));
      return [id, sorted.map((name, index) => ({ id: id * 1000 + index + 1, name }))];
    }),
  );
  const districtOf = new Map(pincodes);
  return {
    citiesByState,
    placeOf(pincode) {
      const place = named[districtOf.get(pincode) ?? -1];
      return place && { pincode, city: place.city, state: place.state.name, state_id: place.state.id };
    },
  };
}

/** The package mixes capitals and small letters; Delhi's districts are directions alone. */
function cityName(state: string, district: string): string {
  const name = district
    .toLowerCase()
    .replace(
      /(^|[^\p{L}\p{M}])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    )
    .replace(/ (And|Of) /g, (word) => word.toLowerCase())
    .replace(/ District$/, '');
  return state === 'Delhi' && /^(North|South|East|West|Central)\b/.test(name) ? `${name} Delhi` : name;
}
