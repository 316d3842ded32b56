import { expect, it } from 'vitest';
import { isLegalVersion, legalDocuments, legalPageAt, legalPath, legalVersions } from './legal.ts';

it.each(legalDocuments)(
  'finds each version of %s at its address, and the current one without a version',
  (document) => {
    for (const version of legalVersions[document])
      expect(legalPageAt(legalPath(document, version))).toEqual({ document, version });
    expect(legalPageAt(`/app/${document}`)).toEqual({ document, version: legalVersions[document][0] });
    expect(legalPageAt(`/app/${document}/`)).toEqual({ document, version: legalVersions[document][0] });
  },
);

it.each(legalDocuments)('lists the versions of %s as ISO dates, the newest first', (document) => {
  const versions = [...legalVersions[document]];
  expect(versions).toEqual(versions.toSorted().toReversed());
  expect(versions.every((version) => new Date(version).toISOString().startsWith(version))).toBe(true);
});

it('finds no page at another address and no unknown version', () => {
  expect(legalPageAt('/app/loan/7/documents')).toBeNull();
  expect(legalPageAt('/app/imprint')).toBeNull();
  expect(isLegalVersion('terms', '1999-01-01')).toBe(false);
});
