/** A context without a default value. */
import { createContext, type Provider, useContext } from 'react';

/**
 * `const [ServicesProvider, useServices] = requiredContext<Services>('ServicesProvider')`
 * @param name the provider's name, for the error if the hook is called without the provider above it
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
