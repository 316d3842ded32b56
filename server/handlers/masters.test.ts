import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { languageCodes, languages } from '../../locales/index.ts';
import { masterHandlers } from './masters.ts';

const base = { header: undefined as never, body: undefined, mediaType: '' };
const statesOn = (query: { page?: number; page_length?: number }) =>
  masterHandlers.listStates({ ...base, path: undefined as never, query });
const citiesOf = (state_id: number, cols?: string) =>
  masterHandlers.listCities({ ...base, path: { state_id }, query: cols === undefined ? {} : { cols } });
const placeOf = (pincode: string) =>
  masterHandlers.getPincode({ ...base, path: { pincode }, query: undefined as never });

describe('states and cities', () => {
  it('answers the states by name, in pages', async () => {
    const result = await statesOn({ page_length: 100, page: 1 });
    expect(result).toHaveLength(36);
    expect(result.map(({ name }) => name)).toEqual([...result].map(({ name }) => name).sort());
    expect(await statesOn({ page_length: 10, page: 4 })).toHaveLength(6);
    expect(await statesOn({ page: 9 })).toEqual([]);
    await expect(statesOn({ page_length: 101 })).rejects.toMatchObject({ status: 400 });
    await expect(statesOn({ page: 0 })).rejects.toMatchObject({ status: 400 });
  });

  it('answers the same under the other names of states and cities', async () => {
    const query = { page_length: 10, page: 4 };
    expect(await masterHandlers.listStatesV2({ ...base, path: undefined as never, query })).toEqual(
      await statesOn(query),
    );
    const cities = await masterHandlers.listCitiesV2({ ...base, path: { id: 33 }, query: {} });
    expect(cities).toEqual(await citiesOf(33));
  });

  it('finds a state by its whole name, in any case', async () => {
    const named = (name: string) =>
      masterHandlers.getStateByName({ ...base, path: { name }, query: undefined as never });
    expect(await named(' tamil  NADU ')).toEqual({ id: 33, name: 'Tamil Nadu' });
    for (const name of ['Tamil', '', '__proto__', '%'])
      await expect(named(name)).rejects.toMatchObject({ status: 404 });
  });

  it('answers the cities of every state', async () => {
    for (const { id } of await statesOn({})) {
      const result = await citiesOf(id);
      expect(result.length).toBeGreaterThan(0);
      expect(new Set(result.map((city) => city.name)).size).toBe(result.length);
    }
    const names = (await citiesOf(33, 'city_master.id,city_master.name')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Chennai', 'Madurai', 'The Nilgiris']));
    await expect(citiesOf(25)).rejects.toMatchObject({ status: 404 });
    await expect(citiesOf(33, 'city_master.secret')).rejects.toMatchObject({ status: 400 });
  });
});

describe('the names of places in another language', () => {
  const named = languageCodes.filter((code) => languages[code].isComplete && code !== 'en');
  const namesIn = (code: string) =>
    JSON.parse(readFileSync(new URL(`../../locales/${code}/places.json`, import.meta.url), 'utf8')) as Record<
      string,
      string
    >;

  it.each(named)('%s: are of all states and cities, and of nothing else', async (code) => {
    const states = await statesOn({});
    const cities = await Promise.all(states.map(async ({ id }) => await citiesOf(id)));
    const places = new Set([...states, ...cities.flat()].map(({ name }) => name));
    expect(Object.keys(namesIn(code))).toEqual([...places].sort());
  });

  it.each(named)('%s: tell the places of one list apart', async (code) => {
    const names = namesIn(code);
    const states = await statesOn({});
    const lists = [states, ...(await Promise.all(states.map(async ({ id }) => await citiesOf(id))))];
    for (const list of lists) {
      const labels = list.map(({ name }) => names[name]);
      expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
    }
  });
});

describe('pincodes', () => {
  it('answers the place of a pincode', async () => {
    expect(await placeOf('600001')).toEqual({
      pincode: '600001',
      city: 'Chennai',
      state: 'Tamil Nadu',
      state_id: 33,
    });
    expect(await placeOf('110001')).toMatchObject({ state: 'Delhi' });
    expect(await placeOf('396230')).toMatchObject({
      state: 'Dadra and Nagar Haveli and Daman and Diu',
    });
  });

  it('answers 404 for the rest', async () => {
    for (const pincode of ['000000', '6000', 'abc', '__proto__']) {
      await expect(placeOf(pincode)).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe('banks', () => {
  it('have codes of their own and prefixes that exist', async () => {
    const result = await masterHandlers.listBanks();
    const codes = result.map(({ code }) => code);
    const prefixes = result.flatMap(({ ifsc_prefix: prefix }) => prefix ?? []);
    expect(result.length).toBeGreaterThanOrEqual(165);
    expect(codes).toEqual(expect.arrayContaining(['ICICI', 'SBI', 'KOTAK', 'HDFC', 'AXIS', 'PNB', 'CANARA']));
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(prefixes).size).toBe(prefixes.length);
    const issued = createRequire(import.meta.url)('ifsc/src/IFSC.json') as Record<string, unknown>;
    expect(prefixes.filter((prefix) => !(prefix in issued))).toEqual([]);
  });
});
