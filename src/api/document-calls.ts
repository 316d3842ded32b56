/** The calls about a loan's documents. */
import type { DocumentType } from '../../domain/wire.ts';
import type { paths } from '../../openapi/generated.ts';
import { type Client, type Credentials, headersOf, within } from './client.ts';
import { outcomeOf } from './outcome.ts';

export type AddDocument =
  paths['/v2/loan-document/add-document/']['post']['requestBody']['content']['application/json'];

/** Each call resolves to an outcome and never rejects; its signal ends it early. */
export function openDocumentCalls(client: Client, credentials: Credentials) {
  return {
    issueStorageCredentials: (id: string, signal: AbortSignal) =>
      outcomeOf(
        client.POST('/v2/loan-document/credentials/{id}', {
          params: { path: { id } },
          signal: within(signal),
        }),
      ),

    listDocuments: (id: string, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/v2/loan-document/by-loan/{id}', { params: { path: { id } }, signal: within(signal) }),
      ),

    /** The server reads all of it before it answers. */
    addDocument: (body: AddDocument, signal: AbortSignal) =>
      outcomeOf(
        client.POST('/v2/loan-document/add-document/', {
          headers: headersOf(credentials, body.loan_id),
          body,
          signal: within(signal, 'document'),
        }),
      ),

    addressOfDocument: (id: string, document_type: DocumentType, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/v2/loan-document/by-loan/{id}/{document_type}', {
          params: { path: { id, document_type } },
          signal: within(signal),
        }),
      ),

    removeDocument: (id: string, document_type: DocumentType, signal: AbortSignal) =>
      outcomeOf(
        client.DELETE('/v2/loan-document/by-loan/{id}/{document_type}', {
          params: { path: { id, document_type } },
          signal: within(signal),
        }),
      ),

    tieReceipt: (id: string, key: string, signal: AbortSignal) =>
      outcomeOf(
        client.PUT('/v3/lender/loan/by-id/{id}', {
          params: { path: { id } },
          body: { loan_id: id, fee_receipt: key },
          signal: within(signal),
        }),
      ),

    getLoan: (id: string, signal: AbortSignal) =>
      outcomeOf(client.GET('/v3/student/by-loan/{id}', { params: { path: { id } }, signal: within(signal) })),
  };
}
