/** Multipart uploads that the device stores, so that a reloaded page resumes them. */

/** The device's storage, such as a `BrowserStore`; never throws. */
export interface UploadStorage {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
}

export interface ResumableUpload {
  /** The store's upload id. */
  id: string;
  /** The file's size in bytes. */
  size: number;
  contentType: string;
  /** Amplify's own cache entry, as JSON. */
  note: string;
}

/** The stored upload of one object. */
export interface UploadRecord {
  get(): ResumableUpload | null;
  set(upload: ResumableUpload): void;
  remove(): void;
}

const name = 'uploads';
/** The store deletes unfinished uploads after the same time. */
const lifetimeMs = 24 * 60 * 60_000;

type Entry = ResumableUpload & { at: number };

export function createResumableUploads(storage: UploadStorage, now: () => Date) {
  /** Returns the entries that have not expired. */
  const all = (): Record<string, Entry> => {
    const found = (storage.read(name) ?? {}) as Record<string, Entry>;
    return Object.fromEntries(
      Object.entries(found).filter(([, { at }]) => Math.abs(now().getTime() - at) < lifetimeMs),
    );
  };
  return {
    /** @param object the object's name with its level */
    of: (object: string): UploadRecord => ({
      get: () => all()[object] ?? null,
      set: (upload) => storage.write(name, { ...all(), [object]: { ...upload, at: now().getTime() } }),
      remove: () => {
        const { [object]: _, ...others } = all();
        storage.write(name, others);
      },
    }),
  };
}
