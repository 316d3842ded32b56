/**
 * `npm start`: builds the app and packs the server where they are missing or older than their sources, then starts the
 * server in this process. Without a DATABASE_URL everything is a sandbox and the database is the embedded one.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApp, buildServer, isFresh, root } from './build-app.ts';

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
if (!process.env.DATABASE_URL) process.env.SANDBOX ??= '1';
await import(pathToFileURL(join(root, server, 'main.js')).href);
