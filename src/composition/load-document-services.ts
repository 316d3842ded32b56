/** Fetches the chunk of the document services when a screen first needs it. */
import type { LoadDocumentServices } from '../documents/services.ts';
import type { DocumentDependencies } from './document-services.ts';

/** The same promise at each call. */
export function loadDocumentServices(dependencies: DocumentDependencies): LoadDocumentServices {
  let loading: ReturnType<LoadDocumentServices> | undefined;
  const load = async () => {
    const { createDocumentServices } = await import('./document-services.ts');
    return createDocumentServices(dependencies);
  };
  return () => (loading ??= load());
}
