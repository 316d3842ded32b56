/**
 * Writes the first screens of each language into the built app, such as `first-screen/create-ta.html` and
 * `first-screen/create-ta-test.html` for test loans: the page with its screen rendered (src/prerender.tsx) and its style
 * sheet inside, so that it is on the screen with the page's first bytes. The app's script takes it over when it is there.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type EnvironmentOptions, minify } from 'vite';
import { messageFile, type Namespace, languageAttributes, type LanguageCode } from '../locales/index.ts';
import {
  type FirstScreenName,
  firstScreenPath,
  firstScreens as pages,
  supportPlaceholder,
} from '../server/app/first-screen.ts';
import type { Messages } from '../src/i18n/message-files.ts';
import { catalogueOf, compileMessages, messagesVersion } from './messages.ts';

const earlyInput = fileURLToPath(new URL('../src/early-input.js', import.meta.url));
const folder = '.prerender';

/** Returns the environment of vite.config.ts that packs what renders. */
export const prerenderEnvironment = (outDir: string) =>
  ({
    consumer: 'server',
    // These packages of TanStack do not know where they run: src/composition/router.tsx tells them.
    resolve: { noExternal: true, conditions: ['development', 'module', 'import', 'default'] },
    build: {
      outDir: join(outDir, folder),
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      minify: false,
      rolldownOptions: {
        input: 'src/prerender.tsx',
        output: { format: 'es', entryFileNames: 'prerender.mjs', codeSplitting: false },
      },
    },
  }) as const satisfies EnvironmentOptions;

/**
 * Call it once the pages of the screens and the prerendering environment are built into `outDir`.
 * @param names the screens; without them, all
 */
export async function writeFirstScreens(
  outDir: string,
  names = Object.keys(pages) as FirstScreenName[],
): Promise<void> {
  const packed = pathToFileURL(join(outDir, folder, 'prerender.mjs')).href;
  const app = (await import(packed)) as typeof import('../src/prerender.tsx');
  const script = await minifiedModule(earlyInput);
  mkdirSync(join(outDir, 'first-screen'), { recursive: true });
  for (const name of names) {
    const { page, hasTest } = pages[name];
    const html = withInlineStyles(readFileSync(join(outDir, page), 'utf8'), outDir);
    for (const { code } of app.offeredLanguages) {
      const { namespaces, unlessStored } = app.firstScreens[name];
      const messages = await compiledMessages(code, namespaces);
      for (const test of hasTest ? [false, true] : [false]) {
        const options = { language: code, test, support: supportPlaceholder };
        const screen = await app.renderFirstScreen(name, messages, options);
        const root = {
          id: 'root',
          'data-prerendered': '',
          'data-language': code,
          ...(test && { 'data-test': '' }),
          'data-unless-stored': unlessStored.join(' '),
        };
        const text = inLanguage(html, code, namespaces)
          .replace(/<title>[^<]*<\/title>/, () => `<title>${screen.title}</title>`)
          .replace(
            '<div id="root"></div>',
            () => `<div ${attributes(root)}>${screen.html}</div><script>${script}</script>`,
          );
        writeFileSync(join(outDir, firstScreenPath(name, code, test)), text);
      }
    }
  }
  rmSync(join(outDir, folder), { recursive: true });
}

async function compiledMessages(language: LanguageCode, namespaces: readonly Namespace[]) {
  const messages = await Promise.all(
    namespaces.map(async (namespace) => [
      namespace,
      await compileMessages(namespace, catalogueOf(language), catalogueOf('en')),
    ]),
  );
  return Object.fromEntries(messages) as Partial<Record<Namespace, Messages>>;
}

/** The page in a language, with links to the messages that the app will fetch; English ones of the first screen are part of it. */
function inLanguage(html: string, language: LanguageCode, namespaces: readonly Namespace[]): string {
  const links = namespaces
    .filter((namespace) => language !== 'en' || namespace !== 'first')
    .map((namespace) => preload(messageFile(language, namespace, messagesVersion())));
  return html
    .replace(/<html[^>]*>/, `<html ${attributes({ ...languageAttributes(language) })}>`)
    .replace('</head>', () => `${links.join('')}</head>`);
}

/** Returns the page with its style sheets inside. */
function withInlineStyles(page: string, outDir: string): string {
  return page.replace(/<link rel="stylesheet" crossorigin href="([^"]+)">/g, (_, address: string) => {
    return `<style>${readFileSync(join(outDir, address), 'utf8').trim()}</style>`;
  });
}

async function minifiedModule(file: string): Promise<string> {
  const { code, errors } = await minify(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return code.trim();
}

const preload = (file: string) => `<link rel="preload" as="fetch" crossorigin href="/assets/${file}">`;

const attributes = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => (value ? `${name}="${value}"` : name))
    .join(' ');
