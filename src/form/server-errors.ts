/** Shows what the server has refused at the fields of a form. */
import { useEffect, useRef } from 'react';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { DomainFormApi } from './form-context.ts';

/** @param outcome of the latest submit; null before it. Each is shown once: showing it changes `formApi`. */
export function useServerErrors(formApi: DomainFormApi, outcome: Outcome<unknown> | null): void {
  const shown = useRef<Outcome<unknown> | null>(null);
  useEffect(() => {
    if (outcome === shown.current) return;
    shown.current = outcome;
    if (outcome?.kind !== 'refused' || outcome.status !== 400) return;
    formApi.showServerErrors(outcome.errors.filter(({ field }) => field !== ''));
  }, [formApi, outcome]);
}
