/**
 * `npm start`: builds the app and packs the server if they are missing or older than their sources, then starts the
 * server in this process. The defaults without a deployment's settings are sandboxes and the embedded database.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnvironment } from '../server/config/environment.ts';
import { sandboxByDefault } from '../server/config/sandbox.ts';
import { buildApp, buildServer, isFresh, root } from './build-app.ts';

const { sandbox, fault } = sandboxByDefault(readEnvironment(process.env));
if (fault) {
  console.error(fault);
  process.exit(1);
}
if (sandbox) process.env.SANDBOX = '1';

const [app, server] = ['dist/app', 'dist/server'];

if (!process.env.APP_DIR && !isFresh('app', app)) {
  console.log('Building the app …');
  await buildApp({ folder: app, traced: false });
}
if (!isFresh('server', server)) {
  console.log('Packing the server …');
  await buildServer({ folder: server });
}
process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(join(root, server, 'main.js')).href);
