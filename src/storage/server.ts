/** Files kept by the product's own server. XMLHttpRequest, because fetch does not tell how much was sent. */
import type { Outcome } from '../../domain/outcome.ts';
import type { ObjectStore } from './store.ts';

export interface ServerStoreSettings {
  /** The API's base address, without a slash at its end. */
  base: string;
  /** The headers that every call to the server carries, at the moment of the call. */
  headers: () => Record<string, string>;
}

export function serverStore({ base, headers }: ServerStoreSettings): ObjectStore {
  return {
    put: ({ loanId, documentType }, file, report, signal) =>
      new Promise((resolve) => {
        const call = new XMLHttpRequest();
        call.open('PUT', `${base}/v2/loan-document/upload/${encodeURIComponent(loanId)}/${documentType}`);
        for (const [name, value] of Object.entries(headers())) call.setRequestHeader(name, value);
        call.setRequestHeader('content-type', file.type);
        call.upload.onprogress = ({ loaded, total }) => {
          if (total > 0) report(Math.floor((100 * loaded) / total));
        };
        call.onload = () => resolve(outcomeOf(call.status, call.responseText));
        call.onerror = call.onabort = call.ontimeout = () => resolve({ kind: 'unreachable' });
        signal.addEventListener('abort', () => call.abort());
        if (signal.aborted) resolve({ kind: 'unreachable' });
        else call.send(file);
      }),
  };
}

function outcomeOf(status: number, text: string): Outcome<{ key: string }> {
  const reply = parsed(text);
  if (status === 200 && typeof reply.result?.key === 'string')
    return { kind: 'decided', value: { key: reply.result.key } };
  if (status === 504) return { kind: 'gatewayTimedOut' };
  return { kind: 'refused', status, message: reply.message ?? '', errors: [] };
}

/** A gateway in between may answer with anything. */
function parsed(text: string): { result?: { key?: unknown }; message?: string } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
