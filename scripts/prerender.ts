/**
 * Writes the first screen of each language into the built app, `first-screen/ta.html` and `first-screen/ta-test.html` for
 * test loans: the page with its screen rendered (src/prerender.tsx) and its style sheet inside, so that it is on the
 * screen with the page's first bytes. The app's script takes it over when it is there.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type EnvironmentOptions, minify } from 'vite';
import { messageFile } from '../locales/index.ts';
import { languageAttributes } from '../locales/languages.ts';
import { supportPhonePlaceholder } from '../server/first-screen.ts';
import { catalogueOf, compileMessages, messagesVersion } from './messages.ts';

const earlyInput = fileURLToPath(new URL('../src/early-input.js', import.meta.url));
const folder = '.prerender';

/** The environment of vite.config.ts that packs what renders. */
export const prerenderEnvironment = (outDir: string) =>
  ({
    consumer: 'server',
    // Of TanStack's packages, those that do not know where they run: src/router.tsx tells them.
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

/** Call it once the page and the prerendering environment are built into `outDir`. */
export async function writeFirstScreens(outDir: string): Promise<void> {
  const packed = pathToFileURL(join(outDir, folder, 'prerender.mjs')).href;
  const { renderFirstScreen, offeredLanguages } = (await import(
    packed
  )) as typeof import('../src/prerender.tsx');
  const page = readFileSync(join(outDir, 'index.html'), 'utf8');
  const script = await minified(earlyInput);
  const version = messagesVersion();
  mkdirSync(join(outDir, 'first-screen'), { recursive: true });
  for (const { code } of offeredLanguages) {
    const [first, secondary] = await Promise.all(
      (['first', 'secondary'] as const).map((namespace) =>
        compileMessages(namespace, catalogueOf(code), catalogueOf('en')),
      ),
    );
    for (const test of [false, true]) {
      const screen = await renderFirstScreen({
        language: code,
        test,
        messages: { first, secondary } as never,
        supportPhone: supportPhonePlaceholder,
      });
      const html = withInlineStyles(page, outDir)
        .replace(/<html[^>]*>/, `<html ${attributes(languageAttributes(code))}>`)
        .replace(/<title>[^<]*<\/title>/, () => `<title>${screen.title}</title>`)
        .replace('</head>', () =>
          code === 'en' ? '</head>' : `${preload(messageFile(code, 'first', version))}</head>`,
        )
        .replace(
          '<div id="root"></div>',
          () =>
            `<div id="root" data-language="${code}"${test ? ' data-test' : ''}>${screen.html}</div><script>${script}</script>`,
        );
      writeFileSync(join(outDir, 'first-screen', `${code}${test ? '-test' : ''}.html`), html);
    }
  }
  rmSync(join(outDir, folder), { recursive: true });
}

/** The page with its style sheets inside. */
function withInlineStyles(page: string, outDir: string): string {
  return page.replace(/<link rel="stylesheet" crossorigin href="([^"]+)">/g, (_, address: string) => {
    return `<style>${readFileSync(join(outDir, address), 'utf8').trim()}</style>`;
  });
}

async function minified(file: string): Promise<string> {
  const { code, errors } = await minify(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return code.trim();
}

const preload = (file: string) => `<link rel="preload" as="fetch" crossorigin href="/assets/${file}">`;

const attributes = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');
