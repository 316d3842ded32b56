/** Opens the page of a provider, which leads back here: identity check, mandate. */
import { useEffect } from 'react';
import type { Outcome } from '../../../domain/values/outcome.ts';
import type { Failure } from '../../../machines/outcome.ts';
import { useMutation } from '../../data/mutation.ts';

export interface ProviderPage<Body> {
  isOpening: boolean;
  failure: Failure | null;
  open: (body: Body) => void;
}

/** @param request the call that answers with the page's address */
export function useProviderPage<Body = void>(
  request: (body: Body, signal: AbortSignal) => Promise<Outcome<{ url: string }>>,
): ProviderPage<Body> {
  const { isPending, isSuccess, error, mutate, reset } = useMutation({
    mutationFn: request,
    onSuccess: ({ url }) => window.location.assign(url),
  });
  useEffect(() => {
    // Back by the browser's own button: the page is as it was left.
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, [reset]);
  return { isOpening: isPending || isSuccess, failure: error, open: mutate };
}
