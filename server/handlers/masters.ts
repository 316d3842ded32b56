/** Master data: states, cities, pincodes and banks. */
import { limits } from '../../domain/values/limits.ts';
import type { Handlers } from '../api/handler.ts';
import { readPlaces } from '../masters/places.ts';
import { states } from '../masters/states.ts';
import { notFound } from '../http/problem.ts';
import { banks } from '../masters/banks.ts';
import { readColumns } from './columns.ts';
import { normalizeName, readPage } from './list-parameters.ts';

const statesByName = states
  .map(({ id, name }) => ({ id, name }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));
const cityColumns = ['city_master.id', 'city_master.name', 'id', 'name'] as const;

export const masterHandlers = {
  listStates: async ({ query }) => pageOfStates(query),
  listStatesV2: async ({ query }) => pageOfStates(query),

  async getStateByName({ path }) {
    const name = normalizeName(path.name);
    const state = statesByName.find((one) => normalizeName(one.name) === name);
    if (!state) throw notFound('There is no such state');
    return state;
  },

  listCities: ({ path, query }) => citiesOfState(path.state_id, query),
  listCitiesV2: ({ path, query }) => citiesOfState(path.id, query),

  async getPincode({ path: { pincode } }) {
    const place = (await readPlaces()).placeOf(pincode);
    if (!place) throw notFound('There is no such pincode');
    return place;
  },

  listBanks: async () => banks,
} satisfies Partial<Handlers>;

function pageOfStates(query: { page_length?: number; page?: number }) {
  const { offset, limit } = readPage(query, limits.stateListPageLength);
  return statesByName.slice(offset, offset + limit);
}

async function citiesOfState(stateId: number, { cols }: { cols?: string }) {
  // The cities have all of their columns, so a selection of columns does not change the result.
  readColumns(cols, cityColumns, []);
  const cities = (await readPlaces()).citiesByState.get(stateId);
  if (!cities) throw notFound('There is no such state');
  return cities;
}
