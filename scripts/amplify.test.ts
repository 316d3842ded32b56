import { build, type InlineConfig } from 'vite';
import { expect, it } from 'vitest';
import { amplify } from './amplify.ts';

/** Builds what imports Amplify's storage. */
function built(...plugins: InlineConfig['plugins'] & object) {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? id : null),
    load: (id: string) =>
      id === 'entry'
        ? "import { uploadData } from 'aws-amplify/storage';\nglobalThis.uploadData = uploadData;"
        : null,
  };
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, ...plugins],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry' } },
  });
}

it('mends what is installed', async () => {
  const output = await built(amplify());
  const [{ code = '' } = {}] = !Array.isArray(output) && 'output' in output ? output.output : [];
  expect(code).toContain('libraryOptions?.Storage?.S3?.client');
  expect(code).toContain('systemClockOffset = 0');
  expect(code).toContain('resumableUploadsCache ?? defaultStorage');
});

const name = /resolveS3ConfigAndInput/;

it('lets nothing be built where the lines are others', async () => {
  const changes = {
    name: 'changes',
    enforce: 'pre' as const,
    transform: (code: string, id: string) =>
      name.test(id) ? code.replace('forcePathStyle', 'pathStyle') : null,
  };
  await expect(built(changes, amplify())).rejects.toThrow('resolveS3ConfigAndInput.mjs is not as it was');
});

it('lets nothing be built where a file has another name', async () => {
  const renames = {
    name: 'renames',
    enforce: 'pre' as const,
    async resolveId(
      this: { resolve: (...asked: unknown[]) => Promise<{ id: string } | null> },
      ...asked: [string]
    ) {
      if (!name.test(asked[0])) return null;
      const found = await this.resolve(...asked, { skipSelf: true });
      return found && `${found.id}?renamed`;
    },
  };
  await expect(built(renames, amplify())).rejects.toThrow('is not as it was: see scripts/amplify.ts');
});
