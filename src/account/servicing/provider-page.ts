/** Opens the page of a provider, which leads back here: identity check, mandate. */
import { useEffect } from 'react';
import type { Outcome } from '../../../domain/values/outcome.ts';
import type { Failure } from '../../../machines/outcome.ts';
import { useFormSubmission } from '../../hooks/form-submission.ts';

export interface ProviderPage<Body> {
  isOpening: boolean;
  failure: Failure | null;
  open: (body: Body) => void;
}

/** @param request the call that answers with the page's address */
export function useProviderPage<Body>(
  request: (body: Body, signal: AbortSignal) => Promise<Outcome<{ url: string }>>,
): ProviderPage<Body> {
  const { state, failure, submit, startAnother } = useFormSubmission<Body>(async (body, signal) => {
    const outcome = await request(body, signal);
    if (outcome.kind === 'ok' && !signal.aborted) window.location.assign(outcome.value.url);
    return outcome;
  });
  useEffect(() => {
    // Back by the browser's own button: the page is as it was left.
    window.addEventListener('pageshow', startAnother);
    return () => window.removeEventListener('pageshow', startAnother);
  }, [startAnother]);
  return { isOpening: state !== 'editing', failure, open: submit };
}
