/** Master data: states, cities, pincodes and banks. */
import { limits } from '../../domain/limits.ts';
import type { Handlers } from '../handler.ts';
import { readPlaces } from '../masters/places.ts';
import { states } from '../masters/states.ts';
import { notFound, wrongShape } from '../problem.ts';
import { banks } from '../seed/banks.ts';
import { readColumns } from './columns.ts';

const longestPage = limits.stateListPageLength;
const statesByName = states
  .map(({ id, name }) => ({ id, name }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));
const cityColumns = ['city_master.id', 'city_master.name', 'id', 'name'] as const;

export const masterHandlers = {
  async listStates({ query: { page_length: length = longestPage, page = 1 } }) {
    if (length < 1 || length > longestPage)
      throw wrongShape('page_length', `must be from 1 to ${longestPage}`);
    if (page < 1) throw wrongShape('page', 'must be 1 or more');
    return { success: true, result: statesByName.slice((page - 1) * length, page * length) };
  },

  async listCities({ path: { state_id: stateId }, query }) {
    // Every city has both of its columns, so asking for some of them answers the same.
    readColumns(query.cols, cityColumns, []);
    const cities = (await readPlaces()).citiesByState.get(stateId);
    if (!cities) throw notFound('There is no such state');
    return { success: true, result: cities };
  },

  async getPincode({ path: { pincode } }) {
    const place = (await readPlaces()).placeOf(pincode);
    if (!place) throw notFound('There is no such pincode');
    return { success: true, result: place };
  },

  async listBanks() {
    return { success: true, result: banks };
  },
} satisfies Partial<Handlers>;
