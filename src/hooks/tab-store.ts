/** Keeps JSON values by name until the browser's tab is closed. */
export interface TabStore {
  /** Returns the stored value, or undefined. It may have any shape, because an older release may have stored it. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
}
