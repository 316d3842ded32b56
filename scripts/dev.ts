/**
 * `npm run dev`: the app with hot reload on PORT (4000), and behind it the API on a free port, started again when
 * the server's code changes. Ends both with Ctrl+C.
 */
import { spawn } from 'node:child_process';
import { build, createServer, type Plugin } from 'vite';
import { readEnvironment } from '../server/config/environment.ts';
import { sandboxByDefault } from '../server/config/sandbox.ts';
import { bucketLocation } from '../packages/object-store/index.ts';
import { readConfig } from '../server/config/config.ts';
import { embedScriptPath } from '../server/app/pages.ts';
import { freePort } from '../tests/support/ports.ts';
import { embedEnvironment } from '../vite.config.ts';
import { root } from './build-app.ts';

const { sandbox, fault } = sandboxByDefault(readEnvironment(process.env));
if (fault) {
  console.error(fault);
  process.exit(1);
}

const port = Number(process.env.PORT ?? 4000);
const apiPort = await freePort();

const api = spawn(
  process.execPath,
  [
    'node_modules/tsx/dist/cli.mjs',
    'watch',
    '--clear-screen=false',
    '--include=openapi/**/*.yaml',
    'server/main.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(apiPort),
      PUBLIC_URL: `http://localhost:${port}`,
      ...(sandbox && { SANDBOX: '1' }),
    },
  },
);

/** The server puts this into the page that it serves; here the page comes from Vite. */
const { SUPPORT_PHONE, SUPPORT_EMAIL } = process.env;
const settings: Plugin = {
  name: 'feepath-settings',
  transformIndexHtml: () =>
    Object.entries(readConfig({ SANDBOX: '1', SUPPORT_PHONE, SUPPORT_EMAIL }).support).map(
      ([name, content]) => ({
        tag: 'meta',
        attrs: { name: `support-${name}`, content },
        injectTo: 'head',
      }),
    ),
};

/** Serves `/embed.js`, packed anew for each request: it is a classic script, which Vite does not serve. */
const embedScript: Plugin = {
  name: 'feepath-embed',
  configureServer: ({ middlewares }) => {
    middlewares.use(embedScriptPath, (_, reply, next) => {
      buildEmbedScript().then((code) => {
        reply.setHeader('content-type', 'text/javascript; charset=utf-8');
        reply.end(code);
      }, next);
    });
  },
};

async function buildEmbedScript(): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: { ...embedEnvironment.build, write: false },
  });
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error('The build has no script');
  return chunk.code;
}

const target = `http://localhost:${apiPort}`;
/** The signature names the host that the page has called, so the host is not changed. */
const objects = { target, changeOrigin: false };

const app = await createServer({
  root,
  plugins: [settings, embedScript],
  server: {
    port,
    strictPort: true,
    proxy: { '/dev/api': target, [bucketLocation.base]: objects, [`/${bucketLocation.bucket}`]: objects },
  },
});
await app.listen();
app.printUrls();

const end = async () => {
  api.kill('SIGTERM');
  await app.close();
  process.exit();
};
process.once('SIGINT', () => void end());
process.once('SIGTERM', () => void end());
