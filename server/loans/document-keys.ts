/**
 * The keys of documents in the object store. Uploads are stored below the loan's own prefix, which the loan's temporary
 * credentials may write; stored contents are below another prefix, by their hash, which only the server may access.
 */

/** The prefix of the uploads of all loans. */
export const uploadsRoot = 'private/';
export const contentsRoot = 'documents/';

export const uploadsPrefix = (loanId: string): string => `${uploadsRoot}${loanId}/`;

/** A stored content: `etag` is its SHA-256 in hex. */
export type ContentId = { loanId: string; type: string; etag: string };

export const contentsPrefix = (loanId: string): string => `${contentsRoot}${loanId}/`;

export const contentKey = ({ loanId, type, etag }: ContentId): string =>
  `${contentsPrefix(loanId)}${type}/${etag}`;

/** The stored content that a key names; undefined for any other key. */
export function parseContentKey(key: string): ContentId | undefined {
  const [, loanId, type, etag] = /^documents\/([^/]+)\/([^/]+)\/([0-9a-f]{64})$/.exec(key) ?? [];
  return loanId && type && etag ? { loanId, type, etag } : undefined;
}

/** Returns whether a key may be used for an upload of this document of this loan. */
export function isUploadKey(key: string, loanId: string, type: string): boolean {
  const folder = `${uploadsPrefix(loanId)}${type}/`;
  return key.startsWith(folder) && uuid.test(key.slice(folder.length));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
