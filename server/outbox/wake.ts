/** Tells the workers of this process that something was queued, so that nobody waits for the next look. */
import { createBells } from '../bell.ts';

export const { join: whenQueued, ring: wakeWorkers } = createBells();
