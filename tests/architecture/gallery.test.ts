/** The gallery (`npm run gallery`) shows every piece of src/ui. */
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { filesIn } from './sources.ts';

/** Parts of others, and the icons, which stand in the pieces. */
const parts = ['field-shell', 'icons'];

it('the gallery has every piece of src/ui', () => {
  const gallery = filesIn('tools/gallery', '.tsx')
    .map(({ text }) => text)
    .join('\n');
  const files = filesIn('src/ui', '.tsx').filter(({ path }) => !/\.test\.|\/icons\//.test(path));
  const missing = files
    .map(({ path }) => basename(path, '.tsx'))
    .filter((name) => !parts.includes(name) && !gallery.includes(`/ui/${name}.tsx'`));
  expect(files.length).toBeGreaterThan(parts.length);
  expect(missing).toEqual([]);
});
