/** The keys of issued documents in the object store: a prefix of their own, which no applicant's credentials open. */

export const issuedPrefix = (loanId: string): string => `issued/${loanId}/`;

/** @param sha256 of the document, in hex */
export const issuedKey = (loanId: string, sha256: string): string => `${issuedPrefix(loanId)}${sha256}`;
