/** Fetches a document by its presigned URL. */
import type { Outcome } from '../../domain/values/outcome.ts';

/** Media types that are safe to open; any other one becomes application/octet-stream. */
const safeTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

/** Fetches a blob with the media type of the response, if that is safe to open. Never rejects; the signal aborts it. */
export async function fetchBlob(address: string, signal: AbortSignal): Promise<Outcome<Blob>> {
  try {
    const response = await fetch(address, { signal, cache: 'no-store', credentials: 'omit' });
    if (!response.ok) return { kind: 'refused', status: response.status, code: '', errors: [] };
    const mediaType = response.headers.get('content-type') ?? '';
    const type = safeTypes.includes(mediaType) ? mediaType : 'application/octet-stream';
    return { kind: 'ok', value: new Blob([await response.arrayBuffer()], { type }) };
  } catch {
    return { kind: 'unreachable' };
  }
}
