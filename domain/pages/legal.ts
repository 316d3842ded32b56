/** The terms and the privacy policy, which an applicant agrees to at Submit (decision 56). */

/** The address of the page that says how to complain, and to whom (decision 84). */
export const grievancePath = '/app/grievance';

/** The versions of each by the ISO date on which they were published, the newest first. */
export const legalVersions = {
  terms: ['2026-11-28', '2026-11-23', '2026-11-22'],
  privacy: ['2026-11-28', '2026-11-23', '2026-11-22'],
} as const;

export type LegalDocument = keyof typeof legalVersions;

export const legalDocuments = Object.keys(legalVersions) as LegalDocument[];

/** The version of each that is agreed to now. */
export const currentLegalVersions = {
  terms: legalVersions.terms[0],
  privacy: legalVersions.privacy[0],
} as const;

/**
 * The version of the sentence by which an applicant agrees to both documents, `applicant.declare.terms`, which is
 * stored with each submission. It changes with the sentence in any language.
 */
export const declarationVersion = '2026-11-23';

export const isLegalVersion = (document: LegalDocument, version: string): boolean =>
  (legalVersions[document] as readonly string[]).includes(version);

/** Returns the address of a version's page. */
export const legalPath = (
  document: LegalDocument,
  version: string = currentLegalVersions[document],
): string => `/app/${document}/${version}`;

/** Returns the document at a page's address, or null for other pages. `version` may be unknown. */
export function legalPageAt(path: string): { document: LegalDocument; version: string } | null {
  const [, name, version] = /^\/app\/([a-z]+)(?:\/([^/]+))?\/?$/.exec(path) ?? [];
  const document = legalDocuments.find((one) => one === name);
  return document ? { document, version: version ?? currentLegalVersions[document] } : null;
}
