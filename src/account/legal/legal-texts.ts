/** The texts of the terms and the privacy policy, each version as it was published. English is the one that binds. */
import privacy20261122 from '../../../locales/en/legal/privacy.2026-11-22.json';
import privacy20261123 from '../../../locales/en/legal/privacy.2026-11-23.json';
import terms20261122 from '../../../locales/en/legal/terms.2026-11-22.json';
import terms20261123 from '../../../locales/en/legal/terms.2026-11-23.json';
import type { LegalDocument, legalVersions } from '../../../domain/legal.ts';

export interface LegalText {
  sections: readonly { title: string; paragraphs: readonly string[] }[];
}

type Texts = { [Name in LegalDocument]: Record<(typeof legalVersions)[Name][number], LegalText> };

const texts: Texts = {
  terms: { '2026-11-22': terms20261122, '2026-11-23': terms20261123 },
  privacy: { '2026-11-22': privacy20261122, '2026-11-23': privacy20261123 },
};

/** Null where there is no such version. */
export const legalText = (document: LegalDocument, version: string): LegalText | null =>
  (texts[document] as Readonly<Record<string, LegalText>>)[version] ?? null;
