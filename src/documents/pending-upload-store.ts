/**
 * What the phone keeps of an upload under way, so that a reload goes on with it. It lies in the browser's own
 * database, for a day at most and until it is forgotten: a document must not stay on a phone that others use.
 */

export interface StoredUpload {
  loanId: string;
  /** The document's type; a loan has one upload of each. */
  type: string;
  /** Under which the object store has it. */
  key: string;
  blob: Blob;
  /** The file's own name. */
  name: string;
  /** Which proof of address it is. */
  proof?: string;
  /** When it was kept, in milliseconds since 1970. */
  at: number;
}

/** Nothing here throws or waits for long: where the browser refuses its database, nothing is kept. */
export interface PendingUploadStore {
  /** In place of what was kept of this loan and type. */
  keep: (upload: StoredUpload) => Promise<void>;
  /** What is kept of a loan. What is too old is deleted, of other loans as well. */
  all: (loanId: string) => Promise<StoredUpload[]>;
  forget: (loanId: string, type: string) => Promise<void>;
}

export const pendingUploadLifetimeMs = 24 * 3_600_000;

/** Time out: IndexedDB can hang. */
const timeoutMs = 3000;

export function createPendingUploadStore({
  now = () => new Date(),
}: { now?: () => Date } = {}): PendingUploadStore {
  // A clock that was set back would keep a document for years.
  const isTooOld = ({ at }: StoredUpload) => Math.abs(now().getTime() - at) >= pendingUploadLifetimeMs;
  return {
    async keep({ loanId, type, key, blob, name, proof, at }) {
      // Member by member, so that nothing else of the caller's object is stored.
      const upload: StoredUpload = {
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
      const found: StoredUpload[] = [];
      await withUploads((uploads) => {
        const walk = uploads.openCursor();
        walk.onsuccess = () => {
          const cursor = walk.result;
          if (!cursor) return;
          const upload = cursor.value as StoredUpload;
          if (isTooOld(upload)) cursor.delete();
          else if (upload.loanId === loanId) found.push(upload);
          cursor.continue();
        };
      });
      return found;
    },
    async forget(loanId, type) {
      await withUploads((uploads) => uploads.delete([loanId, type]));
    },
  };
}

const databaseName = 'feepath-documents';
const storeName = 'uploads';

/**
 * Does `act` in a transaction of its own and resolves once that is over, well or not. The database is opened for it
 * alone: some phones cut a connection that a page holds while it lies in the background.
 */
function withUploads(act: (uploads: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve) => {
    const over = setTimeout(resolve, timeoutMs);
    const end = (database?: IDBDatabase) => {
      clearTimeout(over);
      database?.close();
      resolve();
    };
    try {
      const opening = indexedDB.open(databaseName, 1);
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore(storeName, { keyPath: ['loanId', 'type'] });
      opening.onerror = () => end();
      opening.onsuccess = () => transact(opening.result, act, () => end(opening.result));
    } catch {
      end();
    }
  });
}

function transact(database: IDBDatabase, act: (uploads: IDBObjectStore) => void, end: () => void): void {
  try {
    const transaction = database.transaction(storeName, 'readwrite', { durability: 'strict' });
    transaction.oncomplete = transaction.onabort = end;
    act(transaction.objectStore(storeName));
  } catch {
    end();
  }
}
