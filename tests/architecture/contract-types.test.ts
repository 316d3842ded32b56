import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from './sources.ts';

it('openapi/generated.ts is what openapi-typescript makes of the contract (npm run generate)', async () => {
  const cli = join(root, 'node_modules', 'openapi-typescript', 'bin', 'cli.js');
  const rootTypes = ['--root-types', '--root-types-no-schema-prefix', '--root-types-keep-casing'];
  const args = [cli, 'openapi/openapi.yaml', ...rootTypes, '--output', 'openapi/generated.ts', '--check'];
  await expect(promisify(execFile)(process.execPath, args, { cwd: root })).resolves.toBeDefined();
});

it('openapi/operations.ts is what the contract says of its operations (npm run generate)', async () => {
  const args = ['--import', 'tsx', 'scripts/generate-operations.ts', '--check'];
  await expect(promisify(execFile)(process.execPath, args, { cwd: root })).resolves.toBeDefined();
});
