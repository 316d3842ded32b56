/** Part of `npm run generate`: writes the codes of the languages into the contract. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../locales/index.ts';
import { root } from './build-app.ts';
import { languageSchema, languageSchemaFile } from './language-schema.ts';

writeFileSync(join(root, languageSchemaFile), languageSchema(languages));
