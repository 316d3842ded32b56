/** The bytes at a signed address, as the kind that the answer says they are. */
import type { Outcome } from '../../domain/outcome.ts';

/** Of what the answer says it is, only what is safe to open keeps its name. */
const opened: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

/** Never rejects; the signal ends it early. */
export async function bytesAt(address: string, signal: AbortSignal): Promise<Outcome<Blob>> {
  try {
    const answer = await fetch(address, { signal, cache: 'no-store', credentials: 'omit' });
    if (!answer.ok) return { kind: 'refused', status: answer.status, message: '', errors: [] };
    const said = answer.headers.get('content-type') ?? '';
    const type = opened.includes(said) ? said : 'application/octet-stream';
    return { kind: 'decided', value: new Blob([await answer.arrayBuffer()], { type }) };
  } catch {
    return { kind: 'unreachable' };
  }
}
