/** Creates a build folder for tests, with pages and scripts that differ in their texts. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { supportPlaceholder } from '../app/first-screen.ts';

/** Long enough to be packed. */
export const testScript = `export const long = '${'x'.repeat(2000)}';`;
/** Its name has its hash. */
export const testScriptPath = '/assets/main-Ab3dEf9_.js';
/** It is not packed. */
export const testVideoPath = '/assets/video-Ab3dEf9_.mp4';

const html =
  '<html><head><style>a{}</style></head><body><script>1</script><script src="/assets/x.js"></script></body></html>';
const page = (content: string) => html.replace('<body>', `<body>${content}`);
const callSupport = `<a href="tel:+000000000000">${supportPlaceholder.phone}</a> <a href="mailto:${supportPlaceholder.email}">${supportPlaceholder.email}</a>`;

/** The first screens, by their names: those of the desk do not say how the support is reached. */
const firstScreens = {
  ...Object.fromEntries(
    ['create-en', 'create-ta', 'create-ta-test', 'signIn-en', 'signIn-ta'].map((name) => [
      name,
      page(`<p>${name}: ${callSupport}</p>`),
    ]),
  ),
  ...Object.fromEntries(
    ['deskSignIn-en', 'deskSignIn-ta'].map((name) => [name, page(`<p>The desk</p><p>${name}: </p>`)]),
  ),
};

const files: Record<string, string> = {
  'index.html': html,
  'account.html': page('<p>The consumer app</p>'),
  'review.html': page('<p>The desk</p>'),
  ...Object.fromEntries(
    Object.entries(firstScreens).map(([name, text]) => [`first-screen/${name}.html`, text]),
  ),
  [testScriptPath.slice(1)]: testScript,
  [testVideoPath.slice(1)]: '0123456789',
  'embed.js': testScript,
  'service-worker.js': 'stored',
  'service-worker-removal.js': 'removed',
  '.vite/manifest.json': '{}',
};

/** Writes it into a temp folder. */
export function writeTestApp(): { appDir: string; remove: () => void } {
  const appDir = mkdtempSync(join(tmpdir(), 'feepath-app-'));
  for (const folder of ['assets', '.vite', 'first-screen']) mkdirSync(join(appDir, folder));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(appDir, path), text);
  return { appDir, remove: () => rmSync(appDir, { recursive: true, force: true }) };
}
