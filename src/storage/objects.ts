/** What an object is called, how it is put, and what a list says of it. */

/** Who may read what lies there; `protected` and `private` are of one identity each. */
export type AccessLevel = 'public' | 'protected' | 'private';

export interface ObjectName {
  /** `limits.storage.defaultLevel` where it is left out. */
  level?: AccessLevel;
  /** Within the level. */
  key: string;
}

export interface ListedObject {
  /** The whole key, with its level. */
  key: string;
  /** Without its quotes. */
  eTag: string;
  /** ISO 8601 instant. */
  lastModified: string;
  /** Bytes. */
  size: number;
}

/** How a file is put. */
export interface PutOptions {
  contentType: string;
  /** Told how much is sent, in whole percent that rise, and 100 once it is stored. */
  onProgress: (percent: number) => void;
  /**
   * Aborted by whoever no longer wants it; nothing of the object is left then. One that is aborted from the start takes
   * away what an earlier call has left.
   */
  signal: AbortSignal;
}
