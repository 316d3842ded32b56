/** Packs the server as `npm start` does, for tests that start it many times. */
import { join } from 'node:path';
import { buildServer, root } from '../../scripts/build-app.ts';

export default async function setup(): Promise<void> {
  const folder = 'dist/test-server';
  await buildServer({ folder });
  process.env.PACKED_SERVER = join(root, folder, 'main.js');
}
