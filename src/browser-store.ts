/** What the browser keeps for a page: JSON values by name, in the tab or on the device. */

export interface BrowserStore {
  /** The value that was written, or undefined. It may be of any shape: older pages wrote it. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
  names(): string[];
  /** Whether what is written outlives the page; where storage is refused, it does not. */
  isPersistent: boolean;
}

const prefix = 'feepath.';

/**
 * @param open the browser's storage; it may throw, as it does in a third party's frame. What it refuses is kept in
 * memory for as long as the page lives.
 */
export function createBrowserStore(open: () => Storage): BrowserStore {
  const storage = usable(open);
  const memory = new Map<string, string>();
  const textOf = (name: string) => memory.get(name) ?? storage?.getItem(prefix + name) ?? null;
  return {
    read(name) {
      try {
        return JSON.parse(textOf(name) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    write(name, value) {
      const text = JSON.stringify(value);
      try {
        if (!storage) throw new Error('Storage is refused');
        storage.setItem(prefix + name, text);
        memory.delete(name);
      } catch {
        memory.set(name, text);
      }
    },
    remove(name) {
      memory.delete(name);
      storage?.removeItem(prefix + name);
    },
    names() {
      const kept = storage ? Object.keys(storage).filter((name) => name.startsWith(prefix)) : [];
      return [...new Set([...kept.map((name) => name.slice(prefix.length)), ...memory.keys()])];
    },
    isPersistent: storage !== undefined,
  };
}

/** The storage, if something can really be written to it. */
function usable(open: () => Storage): Storage | undefined {
  try {
    const storage = open();
    const trial = `${prefix}trial`;
    storage.setItem(trial, trial);
    storage.removeItem(trial);
    return storage;
  } catch {
    return undefined;
  }
}
