/**
 * The interface of the document store: the embedded store in DATA_DIR, or an S3 bucket. Applicants upload to
 * `private/{loan id}/`; the documents of loans are below `documents/`, which no applicant's credentials open.
 */
import { uriEncode } from '../../packages/object-store/index.ts';
import type { StorageCredentials } from '../../domain/values/wire.ts';

export type StoredObject = {
  key: string;
  /** The size in bytes. */
  size: number;
  /** The ETag without quotes. */
  eTag: string;
  lastModified: Date;
};

export type Download = {
  key: string;
  /** The kind that the answer says it is, and the name that it is kept under. */
  contentType: string;
  fileName: string;
  /** The time in seconds, at most an hour. */
  expiresIn: number;
};

export type Objects = {
  /** Temporary credentials that open `private/{loanId}/` and nothing else, for at most an hour. */
  credentialsFor: (loanId: string) => Promise<StorageCredentials>;
  head: (key: string) => Promise<StoredObject | undefined>;
  /** The bytes of the content with this eTag; undefined if the object is missing or has another content. */
  read: (key: string, eTag: string) => Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Writes an object as a whole, over one that is there. */
  put: (key: string, content: Uint8Array, contentType: string) => Promise<void>;
  /** Does nothing if the object does not exist. */
  remove: (key: string) => Promise<void>;
  /** Lists the objects whose keys begin with `prefix`, at most `most`. */
  list: (prefix: string, most?: number) => Promise<StoredObject[]>;
  /** A signed address that opens one object inline until it expires. */
  addressOf: (download: Download) => Promise<{ address: string; expiresAt: Date }>;
  /** Removes unfinished multipart uploads that began before this, of all loans or below `prefix`. */
  dropUploads: (before: Date, prefix?: string) => Promise<void>;
  /** Removes files of the embedded store that crashed processes left behind. */
  removeOrphanedFiles?: () => Promise<void>;
  /** Another site than ours that a page must reach, as CSP has it; undefined for the embedded store. */
  origin: string | undefined;
  close?: () => void;
};

/** Returns the Content-Disposition of a file that is shown inline (RFC 6266), its name in ASCII and as it is. */
export function inlineDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = plain === fileName ? '' : `; filename*=UTF-8''${uriEncode(fileName)}`;
  return `inline; filename="${plain}"${exact}`;
}
