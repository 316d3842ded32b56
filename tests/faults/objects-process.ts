/**
 * The object store in a separate process, to be killed: the real one, under its real routes. It prints `listening PORT`
 * once it has swept the files of the process before it.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { systemClock } from '../../server/platform/clock.ts';
import { createLog } from '../../server/platform/log.ts';
import { openObjectStore } from '../../packages/object-store/open.ts';
import { removeOrphanedFiles } from '../../packages/object-store/cleanup.ts';

const { DATA_DIR: dataDir = '', OBJECTS_KEY: objectsKey } = process.env;
const store = await openObjectStore({
  config: { dataDir, objectsKey },
  clock: systemClock,
  log: createLog('errors'),
});
await removeOrphanedFiles(store.folder, store.uploads);
const server = createAdaptorServer({ fetch: store.app.fetch }) as Server;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`);
});
