/** The words of a consent: its version is stored with it, so other words are another version. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { declarationVersion } from '../../domain/pages/legal.ts';
import { interestConsentVersion } from '../../domain/forms/product-interest.ts';
import {
  consentMessages,
  consentPurposes,
  consentVersion,
  submissionConsentMessages,
  submissionConsentVersion,
  submissionPurposes,
} from '../../domain/servicing/consents.ts';
import { languageCodes } from '../../locales/index.ts';
import { root } from './sources.ts';

const catalogueOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, 'locales', language, 'app.json'), 'utf8')) as Record<string, string>;

function hashOf(ids: readonly string[]): string {
  const hash = createHash('sha256');
  for (const language of languageCodes) {
    const catalogue = catalogueOf(language);
    hash.update(JSON.stringify(ids.map((id) => catalogue[id])));
  }
  return hash.digest('hex').slice(0, 16);
}

it('the text of a version does not change', () => {
  // Other words need another version in domain/servicing/consents.ts, product-interest.ts or legal.ts, then their hash here.
  expect({
    [`offer ${consentVersion}`]: hashOf(Object.values(consentMessages)),
    [`submission ${submissionConsentVersion}`]: hashOf(Object.values(submissionConsentMessages)),
    [`interest ${interestConsentVersion}`]: hashOf(['comingSoon.consent.label']),
    [`declaration ${declarationVersion}`]: hashOf(['applicant.declare.terms']),
  }).toEqual({
    'offer 2026-11-30': 'd9f858d5ef495c34',
    'submission 2026-11-30': '1d7b16803aeaea7b',
    'interest 2026-11-23': '14394d5c09d64c74',
    'declaration 2026-11-23': 'd40b4f69370fbb81',
  });
});

it.each(languageCodes)('the timeline of the desk has words for each purpose, in %s', (language) => {
  const { 'review.act.consent.given': given = '', 'review.act.consent.withdrawn': withdrawn = '' } =
    catalogueOf(language);
  for (const purpose of [...consentPurposes, ...submissionPurposes])
    for (const text of [given, withdrawn]) expect(text).toContain(` ${purpose} {`);
});
