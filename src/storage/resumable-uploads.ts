/** Multipart uploads that the device stores, so that a reloaded page resumes them. */

/** The device's storage, such as a `BrowserStore`. Nothing in it throws. */
export interface UploadStorage {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
}

export interface ResumableUpload {
  /** The store's. */
  id: string;
  /** The file's, in bytes. */
  size: number;
  contentType: string;
  /** What Amplify itself notes of it. */
  note: string;
}

/** Where the upload of one object is remembered. */
export interface UploadRecord {
  get(): ResumableUpload | null;
  set(upload: ResumableUpload): void;
  remove(): void;
}

const name = 'uploads';
/** The store forgets them as soon. */
const lifetimeMs = 24 * 60 * 60_000;

type Entry = ResumableUpload & { at: number };

export function createResumableUploads(storage: UploadStorage, now: () => Date) {
  /** What is too old is left out. */
  const all = (): Record<string, Entry> => {
    const found = (storage.read(name) ?? {}) as Record<string, Entry>;
    return Object.fromEntries(
      Object.entries(found).filter(([, { at }]) => Math.abs(now().getTime() - at) < lifetimeMs),
    );
  };
  return {
    /** @param object its name, as the caller has it */
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
