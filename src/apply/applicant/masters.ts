/** Banks, states and cities. They are help, not a gate: where they cannot be reached, one types. */
import type { Bank, City, State } from '../../api/types.ts';
import { cachedForever, type QueryResult, useApiQuery } from '../../data/query.tsx';

export interface MasterList<T> {
  items: readonly T[];
  loading: boolean;
}

const toList = <T>({ data = noItems, isLoading: loading }: QueryResult<T[]>): MasterList<T> => ({
  items: data,
  loading,
});

const noItems: never[] = [];

export function useBanks(): MasterList<Bank> {
  return toList(useApiQuery('listBanks', {}, cachedForever));
}

export function useStates(): MasterList<State> {
  return toList(useApiQuery('listStates', {}, cachedForever));
}

/** The cities of a state by its name; none while the name is not one of the list's. */
export function useCities(stateName: string): MasterList<City> {
  const id = useStates().items.find((state) => state.name === stateName)?.id ?? null;
  return toList(useApiQuery('listCities', id === null ? null : { path: { state_id: id } }, cachedForever));
}
