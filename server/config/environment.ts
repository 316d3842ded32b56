/** The environment of this process, and what the files hold that it names: secrets are mounted as files. */
import { readFileSync } from 'node:fs';
import { ConfigError } from './config.ts';
import { variableNames } from './variables.ts';

type Env = Readonly<Record<string, string | undefined>>;

const suffix = '_FILE';

/**
 * Reads the files: `NAME_FILE` is the path of a file whose content NAME is, for every variable of this server.
 * @throws ConfigError where a file cannot be read, or both are set; it names the variables alone
 */
export function readEnvironment(env: Env): Record<string, string | undefined> {
  const faults: string[] = [];
  const read = { ...env };
  for (const [file, path] of Object.entries(env)) {
    const name = file.slice(0, -suffix.length);
    if (!file.endsWith(suffix) || !variableNames.has(name) || !path?.trim()) continue;
    delete read[file];
    if (env[name]?.trim()) faults.push(`${file} and ${name} are set: one of them alone can hold.`);
    try {
      read[name] = readFileSync(path.trim(), 'utf8');
    } catch {
      faults.push(`${file} names a file that cannot be read.`);
    }
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return read;
}
