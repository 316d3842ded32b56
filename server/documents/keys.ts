/**
 * Where documents lie in the object store. What an applicant uploads lies in the loan's own part, and whoever has the
 * loan's credentials may change it; a loan's contents lie in the vault, by their hash, where only the server reaches.
 */

/** Of every loan's own part. */
export const uploadsRoot = 'private/';
export const vaultRoot = 'documents/';

/** What the keys of a loan's own part begin with. */
export const uploadsOf = (loanId: string): string => `${uploadsRoot}${loanId}/`;

/** A content of the vault: `etag` is its SHA-256 in hex. */
export type ContentId = { loanId: string; type: string; etag: string };

export const contentKey = ({ loanId, type, etag }: ContentId): string =>
  `${vaultRoot}${loanId}/${type}/${etag}`;

/** The content of a key; undefined for a key that is none of the vault's. */
export function contentOfKey(key: string): ContentId | undefined {
  const [, loanId, type, etag] = /^documents\/([^/]+)\/([^/]+)\/([0-9a-f]{64})$/.exec(key) ?? [];
  return loanId && type && etag ? { loanId, type, etag } : undefined;
}

/** Whether a key is one that an upload for this document of this loan has. */
export function isUploadFor(key: string, loanId: string, type: string): boolean {
  const folder = `${uploadsOf(loanId)}${type}/`;
  return key.startsWith(folder) && uuid.test(key.slice(folder.length));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
