import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { currentLegalVersions, legalDocuments, legalVersions } from '../../../domain/pages/legal.ts';
import { legalTextLanguages, loadLegalText } from './legal-texts.ts';

/**
 * The hash of each published version in each language: people who agreed to it must be able to read the same text
 * later.
 */
const published: Readonly<Record<string, string>> = {
  'privacy 2026-11-22 en': 'e4873a50842f666c1fe7c20079f358c9535c07b88f6776aa89239ebcb14fd3d0',
  'privacy 2026-11-23 en': 'abec6c95081f31abb004bf733ab1214d55c8e5aa8eaddaaebfd9ac88d82395dd',
  'privacy 2026-11-23 hi': '4f1d2e2bb8bb23c4a6f0857d00a41b7aaa25d29a033aac461317ae1dccff70de',
  'privacy 2026-11-23 ka': '8cf5a455d360ec148428c64e6d964cff2cde12d44db4af6dcd61901bc718fff1',
  'privacy 2026-11-23 ta': '538e261d1b0627092efac9b36d57800e67dc65f19421f05dca8c8a82c6c11f39',
  'privacy 2026-11-23 tl': 'e5c3c5805a1f53c609e85b382b6f7166e2b45b25382c7254a66d8a2c919c1b95',
  'privacy 2026-11-28 en': '1731b508805065e57f17c8e62f0c53a751adedd367777537c4f74f00d2bb3e93',
  'privacy 2026-11-28 hi': '00778ca9c274ae1fe60c309418a985bf3d77f242007486776699cb771637d88d',
  'privacy 2026-11-28 ka': '31a19716697140b4f18dbac92277b5e9b3f5d2fcbe977b1bf291c51e4204eb2a',
  'privacy 2026-11-28 ta': '3cfa5e4f1a9c414bebf7a1ed3f2655fcb2e81c3043a8500f7047be20bd61a833',
  'privacy 2026-11-28 tl': '1f58d6fb60c3666a0e3e4b758f56ac50c76f7dc4be1dc8b5e66f3eae580333c3',
  'terms 2026-11-22 en': 'a9f953892ed3d7312aacb40c63b8a4b63a119a43e8eab8c856f16c5101bc8953',
  'terms 2026-11-23 en': 'cd4e3421b6d021a7f2022c87838e011df1c70fcd259ded86b826228c31d109e0',
  'terms 2026-11-23 hi': '5836b889148a87ae4f96cb6dcdb7eff30ee5b7b7900b2197ee8075fcc708ec48',
  'terms 2026-11-23 ka': '7657827d6e1cea41ef5dd2e9030f1b032d1200ce67fc2d7d87d8257921d37325',
  'terms 2026-11-23 ta': '20bedd651d6f2d8dc8f0ab0a8e1818b18e0144a6e7fb6d4f06b6c3eb0816bf14',
  'terms 2026-11-23 tl': '6626811625e13df6eb33b2bf82c77a9be17d18ae5c3a90257ac7f67b8093ba31',
  'terms 2026-11-28 en': '8188c0f58690e58e2d88df584fa4a757a049315791d6b033b0a51b8123f97e0f',
  'terms 2026-11-28 hi': '18c2592ebc691da9ddf5d34bc13f762b0761fb9c4639463607918d9180cd4b99',
  'terms 2026-11-28 ka': '4664611ca546ce21c805b8c0b9326f17bc710b9d7ef97bf7f1fb446c9fdd39c6',
  'terms 2026-11-28 ta': '2dd385f4e4c3ce0fb96e29aad8591268fc15527e8531294eeec4fcf21bb4754c',
  'terms 2026-11-28 tl': 'e966ce6d5f2fd4322718fc4c7684cc1aeaf3a7343a8b149004e2a4d28738518f',
};

it('shows each version as it was published', async () => {
  const shown = legalDocuments.flatMap((document) =>
    legalVersions[document].flatMap((version) =>
      legalTextLanguages(document, version).map(async (language) => {
        const text = JSON.stringify(await loadLegalText(document, version, language));
        return [
          `${document} ${version} ${language}`,
          createHash('sha256').update(text).digest('hex'),
        ] as const;
      }),
    ),
  );
  expect(Object.fromEntries(await Promise.all(shown))).toEqual(published);
});

it('knows no other version, and no language that a version was not published in', async () => {
  expect(legalTextLanguages('terms', '1999-01-01')).toEqual([]);
  expect(legalTextLanguages('terms', '2026-11-22')).toEqual(['en']);
  await expect(loadLegalText('terms', '2026-11-22', 'ta')).rejects.toThrow(/terms\.2026-11-22\.json/);
  expect(legalTextLanguages('privacy', currentLegalVersions.privacy)).toContain('ta');
});
