/**
 * The Idempotency-Key of the create form: a UUID kept with the form and renewed when its content changes, so that
 * a repeated Submit finds the loan that the first one made (decision 31).
 */
import { newUuid } from '../../domain/values/uuid.ts';
import type { BrowserStore } from './browser-store.ts';

const name = 'creation';

/** Returns the key of this content: the stored one if the content is the same, else a new one. */
export function idempotencyKeyFor(tab: BrowserStore, content: object): string {
  const stored = tab.read(name) as { key: string; content: string } | undefined;
  const text = JSON.stringify(content);
  if (stored?.content === text) return stored.key;
  const key = newUuid();
  tab.write(name, { key, content: text });
  return key;
}

/** Removes the key, so that the next Submit creates another loan, even with the same content. */
export function removeIdempotencyKey(tab: BrowserStore): void {
  tab.remove(name);
}
