/** JSON values by name in the browser's session storage (the tab) or local storage (the device). */

import type { TabStore } from '../hooks/tab-store.ts';

export interface BrowserStore extends TabStore {
  names(): string[];
  /** True if values outlive the page; false if the browser refuses storage. */
  isPersistent: boolean;
}

const prefix = 'feepath.';

/** Returns the name of a value, or the beginning of names, in the browser's storage itself. */
export const storedName = (name: string): string => prefix + name;

/**
 * @param open returns the browser's storage; may throw, for example in a third party's frame. Values are then held in
 * memory until the page is closed.
 */
export function createBrowserStore(open: () => Storage): BrowserStore {
  const storage = openUsable(open);
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
      const prefixedNames = storage ? Object.keys(storage).filter((name) => name.startsWith(prefix)) : [];
      return [...new Set([...prefixedNames.map((name) => name.slice(prefix.length)), ...memory.keys()])];
    },
    isPersistent: storage !== undefined,
  };
}

/** Returns the storage, if a test value can be written to it. */
function openUsable(open: () => Storage): Storage | undefined {
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
