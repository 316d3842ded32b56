/**
 * Stores unfinished uploads in IndexedDB, so that they continue after a reload. They are deleted after a day, because
 * a document must not stay on a shared phone.
 */

export interface PendingUploadRecord {
  loanId: string;
  /** The document's type; a loan has one upload of each. */
  type: string;
  /** The key in the object store. */
  key: string;
  blob: Blob;
  /** The file's own name. */
  name: string;
  proof?: string;
  /** The time of storage, in milliseconds since 1970. */
  at: number;
}

/** A store that never rejects and never waits for long; it stores nothing if IndexedDB is missing. */
export interface PendingUploadStore {
  /** Replaces the stored upload of this loan and type. */
  put: (upload: PendingUploadRecord) => Promise<void>;
  /** Returns the stored uploads of a loan. Expired ones of any loan are deleted. */
  all: (loanId: string) => Promise<PendingUploadRecord[]>;
  remove: (loanId: string, type: string) => Promise<void>;
}

export const pendingUploadLifetimeMs = 24 * 3_600_000;

/** The timeout in milliseconds, as IndexedDB can hang. */
const timeoutMs = 3000;

export function createPendingUploadStore({
  now = () => new Date(),
}: { now?: () => Date } = {}): PendingUploadStore {
  // The absolute difference, so that a clock that was set back does not extend the lifetime.
  const isTooOld = ({ at }: PendingUploadRecord) => Math.abs(now().getTime() - at) >= pendingUploadLifetimeMs;
  return {
    async put({ loanId, type, key, blob, name, proof, at }) {
      // Copied property by property, so that no other property of the argument, such as a password, is stored.
      const upload: PendingUploadRecord = {
        loanId,
        type,
        key,
        blob,
        name,
        at,
        ...(proof !== undefined && { proof }),
      };
      await withUploads((uploads) => uploads.put(upload));
    },
    async all(loanId) {
      const found: PendingUploadRecord[] = [];
      await withUploads((uploads) => {
        const request = uploads.openCursor();
        request.onsuccess = () => {
          const cursor = request.result;
          if (!cursor) return;
          const upload = cursor.value as PendingUploadRecord;
          if (isTooOld(upload)) cursor.delete();
          else if (upload.loanId === loanId) found.push(upload);
          cursor.continue();
        };
      });
      return found;
    },
    async remove(loanId, type) {
      await withUploads((uploads) => uploads.delete([loanId, type]));
    },
  };
}

const databaseName = 'feepath-documents';
const storeName = 'uploads';

/**
 * Calls `run` in a new transaction and resolves when it is over, whatever its result. The database is opened each time,
 * because some phones close the connections of a page in the background.
 */
function withUploads(run: (uploads: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    const end = (database?: IDBDatabase) => {
      clearTimeout(timer);
      database?.close();
      resolve();
    };
    try {
      const opening = indexedDB.open(databaseName, 1);
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore(storeName, { keyPath: ['loanId', 'type'] });
      opening.onerror = () => end();
      opening.onsuccess = () => transact(opening.result, run, () => end(opening.result));
    } catch {
      end();
    }
  });
}

function transact(database: IDBDatabase, run: (uploads: IDBObjectStore) => void, end: () => void): void {
  try {
    const transaction = database.transaction(storeName, 'readwrite', { durability: 'strict' });
    transaction.oncomplete = transaction.onabort = end;
    run(transaction.objectStore(storeName));
  } catch {
    end();
  }
}
