/** A context without a default value. */
import { createContext, type Provider, useContext } from 'react';

/**
 * `const [ServicesProvider, useServices] = requiredContext<Services>('ServicesProvider')`
 * @param name of the provider, for the error where the hook is called without one above it
 */
export function requiredContext<T extends object>(name: string): [Provider<T | null>, () => T] {
  const Context = createContext<T | null>(null);
  const useRequired = () => {
    const value = useContext(Context);
    if (value === null) throw new Error(`No ${name}`);
    return value;
  };
  return [Context.Provider, useRequired];
}
