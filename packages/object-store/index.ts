/**
 * An object store in a folder, with the protocol of S3: its public interface. It takes time, randomness and the log
 * from `server/platform`, and has no other dependency on the server.
 */
export { bucketLocation } from './object-keys.ts';
export { parseByteRange } from './downloads.ts';
export { removeOrphanedFiles } from './cleanup.ts';
export {
  issueCredentials,
  loadOrCreateObjectsKey,
  loanPrincipal,
  presignedUrl,
  type Principal,
} from './credentials.ts';
export type { ObjectEntry, ObjectFolder } from './folder.ts';
export { type OpenObjectStore, openObjectStore } from './open.ts';
export type { S3OperationName } from './operation.ts';
export { payloadOf } from './payload.ts';
export { uriEncode } from './uri.ts';
