/** Names, options and listings of objects. */

/** The access level of an object; `protected` and `private` objects belong to one identity. */
export type AccessLevel = 'public' | 'protected' | 'private';

export interface ObjectName {
  /** The default is `limits.storage.defaultLevel`. */
  level?: AccessLevel;
  /** The key within the level. */
  key: string;
}

export interface ListedObject {
  /** The whole key, with its level. */
  key: string;
  /** The entity tag, without quotes. */
  eTag: string;
  /** The time of the last change, ISO 8601. */
  lastModified: string;
  /** The size in bytes. */
  size: number;
}

export interface PutOptions {
  contentType: string;
  /** Called with whole percent, in rising order; 100 once the object is stored. */
  onProgress: (percent: number) => void;
  /**
   * Cancels the upload and deletes all of it. If it is aborted from the start, what an earlier call has left is deleted.
   */
  signal: AbortSignal;
}
