/**
 * `npm run locales`: holds the catalogues of all languages against their rules (tests/architecture/language-rules.ts), as
 * `npm test` does, and says how many texts there are.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageCodes, languages } from '../locales/index.ts';
import { languageRules } from '../tests/architecture/language-rules.ts';
import { root } from './build-app.ts';

const folder = join(root, 'locales');
const problems = (
  await Promise.all(
    Object.entries(languageRules).map(async ([name, rule]) => {
      const faults = await rule({ table: languages, folder });
      return faults.map((fault) => `${name}: ${fault}`);
    }),
  )
).flat();
for (const problem of problems) console.log(`PROBLEM ${problem}`);

const keys = readdirSync(join(folder, 'en'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => Object.keys(JSON.parse(readFileSync(join(folder, 'en', file), 'utf8')) as object).length)
  .reduce((sum, count) => sum + count, 0);
console.log(`locales: ${keys} keys × ${languageCodes.length} languages, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
