/** An address of bytes in the memory of this page. */
import { useEffect, useMemo } from 'react';

/** Returns an address of the blob that is valid as long as the component is mounted. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const url = useMemo(() => blob && URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);
  return url;
}
