import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { legalDocuments, legalVersions } from '../../../domain/legal.ts';
import { legalText } from './legal-texts.ts';

/** The hash of each version as it was published: whoever agreed to it must be able to read the same text later. */
const published: Readonly<Record<string, string>> = {
  'privacy 2026-11-22': 'e4873a50842f666c1fe7c20079f358c9535c07b88f6776aa89239ebcb14fd3d0',
  'privacy 2026-11-23': 'abec6c95081f31abb004bf733ab1214d55c8e5aa8eaddaaebfd9ac88d82395dd',
  'terms 2026-11-22': 'a9f953892ed3d7312aacb40c63b8a4b63a119a43e8eab8c856f16c5101bc8953',
  'terms 2026-11-23': 'cd4e3421b6d021a7f2022c87838e011df1c70fcd259ded86b826228c31d109e0',
};

it('shows each version as it was published', () => {
  const shown = legalDocuments.flatMap((document) =>
    legalVersions[document].map((version) => [
      `${document} ${version}`,
      createHash('sha256')
        .update(JSON.stringify(legalText(document, version)))
        .digest('hex'),
    ]),
  );
  expect(Object.fromEntries(shown)).toEqual(published);
});
