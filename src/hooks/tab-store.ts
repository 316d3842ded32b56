/** The storage of a browser's tab, as screens and their services use it. */

/** JSON values by name, for as long as the tab is open. */
export interface TabStore {
  /** The stored value, or undefined. Of any shape, because an older release may have stored it. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
}
