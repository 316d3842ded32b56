/** Notifies the outbox workers of this process that a message was queued, so that they need not wait for the next poll. */
import { createNotifier } from '../signal.ts';

export const { subscribe: onMessageQueued, notify: notifyWorkers } = createNotifier();
