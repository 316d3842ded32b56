/** Fetches the chunk of a customer's applications when the first is opened. */
import type { AccountServices } from '../account/services.ts';
import type { CustomerApplicationDependencies } from './customer-application.ts';

/** The same promise at each call. */
export function loadApplications(
  dependencies: CustomerApplicationDependencies,
): AccountServices['loadApplications'] {
  let loading: ReturnType<AccountServices['loadApplications']> | undefined;
  const load = async () => {
    const { createOpenApplication } = await import('./customer-application.ts');
    return createOpenApplication(dependencies);
  };
  return () => (loading ??= load());
}
