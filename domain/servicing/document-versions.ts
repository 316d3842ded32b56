/** The versions of the words of a loan's documents, by the ISO date on which they were written. */

/** A test holds each version to its words: other words are another version. */
export const documentVersions = {
  key_facts: '2026-12-02',
  agreement: '2026-12-02',
  receipt: '2026-12-02',
  statement: '2026-12-02',
  no_dues: '2026-12-02',
} as const;

export type DocumentKind = keyof typeof documentVersions;
