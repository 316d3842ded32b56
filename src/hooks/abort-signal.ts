/** A signal for the calls of one component. */
import { useEffect, useState } from 'react';

/** It is aborted when the component is unmounted. */
export function useAbortSignal(): AbortSignal {
  const [controller] = useState(() => new AbortController());
  useEffect(() => () => controller.abort(), [controller]);
  return controller.signal;
}
