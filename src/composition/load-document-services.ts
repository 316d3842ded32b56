/** Fetches the document services when a screen first needs them. */
import type { LoadDocumentServices } from '../documents/services.ts';
import type { DocumentDependencies } from './document-services.ts';
import { once } from './once.ts';

export const loadDocumentServices = (dependencies: DocumentDependencies): LoadDocumentServices =>
  once(async () => {
    const { createDocumentServices } = await import('./document-services.ts');
    return createDocumentServices(dependencies);
  });
