/** The codes of the languages as the contract's schema, so that no list of them is kept by hand beside the table. */
import type { LanguageRow } from '../locales/index.ts';

/** Seen from the project's root. */
export const languageSchemaFile = 'openapi/schemas/languages.yaml';

export function languageSchema(table: Readonly<Record<string, LanguageRow>>): string {
  return `# Written by npm run generate from locales/index.ts.
Language:
  type: string
  enum: [${Object.keys(table).join(', ')}]
`;
}
