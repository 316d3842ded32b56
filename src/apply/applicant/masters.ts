/** Banks, states and cities. They are help, not a gate: where they cannot be reached, one types. */
import { useEffect, useMemo, useState } from 'react';
import type { Outcome } from '../../../domain/outcome.ts';
import type { Bank, City, State } from '../../api/types.ts';
import { matching } from '../../ui/matching.ts';
import type { Option } from '../../ui/Select.tsx';
import { type Services, useServices } from '../services.ts';

/** A list of the server's under a name by which it is fetched once. */
interface Source<T> {
  key: string;
  fetch: (services: Services, signal: AbortSignal) => Promise<Outcome<T[]>>;
}

const banks: Source<Bank> = { key: 'banks', fetch: (services, signal) => services.listBanks(signal) };
const states: Source<State> = { key: 'states', fetch: (services, signal) => services.listStates(signal) };
const citiesOf = (stateId: number): Source<City> => ({
  key: `cities/${stateId}`,
  fetch: (services, signal) => services.listCities(stateId, signal),
});

export interface List<T> {
  items: readonly T[];
  loading: boolean;
}

export const useBanks = (): List<Bank> => useList(banks);

export const useStates = (): List<State> => useList(states);

/** The cities of a state by its name; none while the name is not one of the list's. */
export function useCities(stateName: string): List<City> {
  const { items } = useStates();
  const id = items.find((state) => state.name === stateName)?.id;
  return useList(useMemo(() => (id === undefined ? null : citiesOf(id)), [id]));
}

const held = new WeakMap<Services, Map<string, Promise<readonly unknown[] | null>>>();

/** The list once it is there; one that failed is asked for again when the connection comes back. */
function useList<T>(source: Source<T> | null): List<T> {
  const services = useServices();
  const [got, setGot] = useState<{ key: string; items: readonly T[] | null } | null>(null);
  useEffect(() => {
    if (!source) return;
    let left = false;
    const ask = async () => {
      const items = await fetched(services, source);
      if (!left) setGot({ key: source.key, items });
    };
    void ask();
    window.addEventListener('online', ask);
    return () => {
      left = true;
      window.removeEventListener('online', ask);
    };
  }, [services, source]);
  const current = got && got.key === source?.key ? got : null;
  return { items: current?.items ?? none, loading: source !== null && !current };
}

const none: readonly never[] = [];

function fetched<T>(services: Services, { key, fetch }: Source<T>): Promise<readonly T[] | null> {
  const lists = held.get(services) ?? new Map<string, Promise<readonly unknown[] | null>>();
  held.set(services, lists);
  const known = lists.get(key) as Promise<readonly T[] | null> | undefined;
  if (known) return known;
  // Several fields wait for one answer, so no single one's leaving may end it.
  const asked = fetch(services, new AbortController().signal).then((outcome) => {
    if (outcome.kind === 'decided') return outcome.value;
    lists.delete(key);
    return null;
  });
  lists.set(key, asked);
  return asked;
}

/**
 * Options to choose from. With `own`, what was typed is one of them too: the last, after those that match. Give
 * `items` and `onQuery` to a combobox, and call `reset` when one was chosen or the box was left.
 */
export function useOwnWords(names: readonly string[], own: boolean) {
  const [typed, setTyped] = useState('');
  return { items: optionsFor(names, typed, own), onQuery: setTyped, reset: () => setTyped('') };
}

/** The names that match what was typed, then, with `own`, the typed text where it is none of all names. */
export function optionsFor(names: readonly string[], typed: string, own: boolean): Option[] {
  const text = typed.trim();
  const options = matching(names.map(optionOf), text);
  const isKnown = names.some((name) => name.toLocaleLowerCase() === text.toLocaleLowerCase());
  return own && text !== '' && !isKnown ? [...options, optionOf(text)] : options;
}

const optionOf = (name: string): Option => ({ value: name, label: name });
