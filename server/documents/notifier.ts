/** Notifies the scan worker of this process that a document was added. */
import { createNotifier } from '../signal.ts';

export const { subscribe: onContentAdded, notify: notifyScanning } = createNotifier();
