/**
 * Where documents lie: the embedded store in DATA_DIR, or a bucket of S3's. The product says `Objects` and never knows
 * which. An applicant's client puts what it uploads below `private/{loan id}/`; what belongs to a loan lies below
 * `documents/`, where no applicant's credentials reach.
 */
import type { StorageCredentials } from '../../domain/wire.ts';

export type StoredObject = {
  key: string;
  /** In bytes. */
  size: number;
  /** Without its quotes. */
  eTag: string;
  lastModified: Date;
};

export type Download = {
  key: string;
  /** The kind that the answer says it is, and the name that it is kept under. */
  contentType: string;
  fileName: string;
  /** In seconds, at most an hour. */
  expiresIn: number;
};

export type Objects = {
  /** Temporary credentials that open `private/{loanId}/` and nothing else, for at most an hour. */
  credentialsFor: (loanId: string) => Promise<StorageCredentials>;
  head: (key: string) => Promise<StoredObject | undefined>;
  /** The bytes of the content with this eTag; undefined where there is no such object, or another content. */
  read: (key: string, eTag: string) => Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Writes an object as a whole, over one that is there. */
  put: (key: string, content: Uint8Array, contentType: string) => Promise<void>;
  /** It may be gone already. */
  remove: (key: string) => Promise<void>;
  /** Every object whose key begins with `prefix`. */
  list: (prefix: string) => Promise<StoredObject[]>;
  /** An address that opens one object for a while, inline, for whoever has it. */
  addressOf: (download: Download) => Promise<{ address: string; expiresAt: Date }>;
  /** Takes away unfinished uploads in parts that began before this. */
  dropUploads: (before: Date) => Promise<void>;
  /** Another site than ours that a page must reach, as CSP has it; undefined for the embedded store. */
  origin: string | undefined;
  /** Lets go of its connections. */
  close?: () => void;
};
