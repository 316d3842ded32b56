import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { productionEnv as configured } from '../testing/config.ts';
import { readConfig } from './config.ts';
import { readEnvironment } from './environment.ts';
import { sandboxByDefault } from './sandbox.ts';

it('reads what the files hold that its variables name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'feepath-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const { OBJECTS_KEY = '', ...rest } = configured;
  const env = { ...rest, OBJECTS_KEY_FILE: file('key', `${OBJECTS_KEY}\n`) };
  expect(readConfig(readEnvironment(env))).toEqual(readConfig(configured));
  const faults = ['OBJECTS_KEY_FILE and OBJECTS_KEY are set: one of them alone can hold.'];
  expect(() => readEnvironment({ ...env, OBJECTS_KEY })).toThrow(expect.objectContaining({ faults }));
  expect(() => readEnvironment({ SMS_KEY_FILE: join(folder, 'none') })).toThrow(
    expect.objectContaining({ faults: ['SMS_KEY_FILE names a file that cannot be read.'] }),
  );
  // A start that was told of a database is no sandbox, wherever its address stands.
  const address = { DATABASE_URL_FILE: file('url', 'postgres://x') };
  expect(sandboxByDefault(readEnvironment(address))).toEqual({ sandbox: false });
  expect(readEnvironment({ NODE_EXTRA_FILE: 'x' })).toEqual({ NODE_EXTRA_FILE: 'x' });
});
