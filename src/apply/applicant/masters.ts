/** Banks, states and cities. They are help, not a gate: where they cannot be reached, one types. */
import type { Bank, City, State } from '../../api/types.ts';
import { useResource } from '../../hooks/resource.ts';
import { useServices } from '../shared/services.ts';
import { banksResource } from '../shared/banks.ts';

export interface MasterList<T> {
  items: readonly T[];
  loading: boolean;
}

const toList = <T>({ status, value }: { status: string; value?: T[] | undefined }): MasterList<T> => ({
  items: value ?? noItems,
  loading: status === 'loading',
});

const noItems: never[] = [];

export function useBanks(): MasterList<Bank> {
  const { call } = useServices();
  const { key, load } = banksResource(call);
  return toList(useResource(key, load));
}

export function useStates(): MasterList<State> {
  const { call } = useServices();
  return toList(useResource('states', (signal) => call('listStates', {}, { signal })));
}

/** The cities of a state by its name; none while the name is not one of the list's. */
export function useCities(stateName: string): MasterList<City> {
  const { call } = useServices();
  const id = useStates().items.find((state) => state.name === stateName)?.id ?? null;
  return toList(
    useResource(id === null ? null : `cities ${id}`, (signal) =>
      call('listCities', { path: { state_id: id ?? 0 } }, { signal }),
    ),
  );
}
