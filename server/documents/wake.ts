/** Tells the scanning of this process that a content has come. */
import { createBells } from '../bell.ts';

export const { join: whenAdded, ring: wakeScanning } = createBells();
