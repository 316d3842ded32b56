/** Banks, states and cities. They are help, not a gate: where they cannot be reached, one types. */
import { useEffect, useState } from 'react';
import type { Outcome } from '../../../domain/outcome.ts';
import type { Bank, City, State } from '../../api/types.ts';
import { type Services, useServices } from '../services.ts';

/** The lists by what they are asked for with: cities by their state's id. */
interface Lists {
  [stateId: number]: City;
  banks: Bank;
  states: State;
}

function ask(services: Services, list: keyof Lists): Promise<Outcome<unknown[]>> {
  // Several fields wait for one answer, so no single one's leaving may end it.
  const { signal } = new AbortController();
  if (list === 'banks') return services.call('listBanks', {}, { signal });
  return list === 'states'
    ? services.call('listStates', {}, { signal })
    : services.call('listCities', { path: { state_id: list } }, { signal });
}

export interface List<T> {
  items: readonly T[];
  loading: boolean;
}

export const useBanks = (): List<Bank> => useList('banks');

export const useStates = (): List<State> => useList('states');

/** The cities of a state by its name; none while the name is not one of the list's. */
export function useCities(stateName: string): List<City> {
  const { items } = useStates();
  return useList(items.find((state) => state.name === stateName)?.id);
}

const held = new WeakMap<Services, Map<keyof Lists, Promise<unknown[] | null>>>();

/** The list once it is there; one that failed is asked for again when the connection comes back. */
function useList<Name extends keyof Lists>(list: Name | undefined): List<Lists[Name]> {
  const services = useServices();
  const [got, setGot] = useState<{ list: Name; items: readonly Lists[Name][] | null } | null>(null);
  useEffect(() => {
    if (list === undefined) return;
    let left = false;
    const fetchList = () =>
      void fetched(services, list).then((items) => {
        if (!left) setGot({ list, items: items as Lists[Name][] | null });
      });
    fetchList();
    window.addEventListener('online', fetchList);
    return () => {
      left = true;
      window.removeEventListener('online', fetchList);
    };
  }, [services, list]);
  const current = got?.list === list ? got : null;
  return { items: current?.items ?? none, loading: list !== undefined && !current };
}

const none: readonly never[] = [];

/** Each list is fetched once; null where it could not be. */
function fetched(services: Services, list: keyof Lists): Promise<unknown[] | null> {
  const lists = held.get(services) ?? new Map<keyof Lists, Promise<unknown[] | null>>();
  held.set(services, lists);
  const known =
    lists.get(list) ??
    ask(services, list).then((outcome) => {
      if (outcome.kind === 'decided') return outcome.value;
      lists.delete(list);
      return null;
    });
  lists.set(list, known);
  return known;
}
