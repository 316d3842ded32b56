/** The messages of the key facts statement, whose language may differ from the app's. */
import { createIntl } from 'react-intl';
import type { DocumentIntl } from '../../../domain/servicing/document-text.ts';
import { intlLocale, type LanguageCode } from '../../../locales/index.ts';
import type { Messages } from '../../i18n/message-files.ts';

const catalogues = import.meta.glob<Messages>('../../../locales/*/key-facts.json', {
  query: '?compiled',
  import: 'default',
});

/** Loads an intl for `textOf`. Rejects if the catalogue cannot be fetched. */
export async function loadDocumentIntl(language: LanguageCode): Promise<DocumentIntl> {
  const messages = await catalogues[`../../../locales/${language}/key-facts.json`]?.();
  if (!messages) throw new Error(`No key facts in '${language}'`);
  const onError = (error: Error) => {
    throw error;
  };
  const locale = intlLocale(language);
  // The type of ids is the app's alone; these are others.
  const intl = createIntl({ locale, messages: messages as never, onError });
  return { locale, formatMessage: (id, values) => intl.formatMessage({ id: id as never }, values) };
}
