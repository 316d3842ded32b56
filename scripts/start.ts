/**
 * `npm start`: builds the app where it is missing or older than its sources, then starts the server in this process.
 * Without a DATABASE_URL everything is a sandbox and the database is the embedded one.
 */
import { buildApp, isFresh } from './build-app.ts';

const folder = 'dist/app';

if (!process.env.APP_DIR && !isFresh(folder)) {
  console.log('Building the app …');
  await buildApp({ folder, traced: false });
}
process.env.NODE_ENV ??= 'production';
if (!process.env.DATABASE_URL) process.env.SANDBOX ??= '1';
await import('../server/main.ts');
