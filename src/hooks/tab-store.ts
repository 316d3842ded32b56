/** Keeps JSON values by name in the browser's tab, for as long as it is open. */
export interface TabStore {
  /** The stored value, or undefined. Of any shape, because an older release may have stored it. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
}
