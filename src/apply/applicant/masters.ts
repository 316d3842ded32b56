/** Banks, states and cities. They are help, not a gate: where they cannot be reached, one types. */
import type { Bank, City, State } from '../../api/types.ts';
import { cachedForever, type QueryResult, useApiQuery, useQuery } from '../../data/query.tsx';
import { useServices } from '../shared/wizard.tsx';
import { banksQuery } from '../shared/banks.ts';

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
  const { call } = useServices();
  return toList(useQuery(banksQuery(call)));
}

export function useStates(): MasterList<State> {
  const { call } = useServices();
  return toList(useApiQuery(call, 'listStates', {}, cachedForever));
}

/** The cities of a state by its name; none while the name is not one of the list's. */
export function useCities(stateName: string): MasterList<City> {
  const { call } = useServices();
  const id = useStates().items.find((state) => state.name === stateName)?.id ?? null;
  return toList(
    useApiQuery(call, 'listCities', id === null ? null : { path: { state_id: id } }, cachedForever),
  );
}
