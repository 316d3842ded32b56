/** Shows what the server has refused at the fields of a form. */
import { useEffect } from 'react';
import type { Failure } from '../../machines/outcome.ts';
import type { DomainFormApi } from '../form/form-context.ts';

/** Once for each refusal. */
export function useServerErrors({ showServerErrors }: DomainFormApi, failure: Failure | null): void {
  useEffect(() => {
    if (failure?.kind !== 'refused' || failure.status !== 400) return;
    showServerErrors(failure.errors.filter(({ field }) => field !== ''));
  }, [showServerErrors, failure]);
}
