/** `Objects` in the embedded store: the server asks its folder, not its protocol. */
import {
  bucketLocation,
  issueCredentials,
  loanPrincipal,
  type ObjectEntry,
  type ObjectFolder,
  type OpenObjectStore,
  payloadOf,
  presignedUrl,
  type Principal,
  removeOrphanedFiles,
} from '../../packages/object-store/index.ts';
import type { Config } from '../config/config.ts';
import { siteOf } from '../http/site.ts';
import { inlineDisposition, type Objects, type StoredObject } from './objects.ts';

type Opened = NonNullable<Awaited<ReturnType<ObjectFolder['open']>>>;

/** @param config read at each address: the port is known only once the server listens */
export function embeddedObjects(
  { folder, uploads, key: objectsKey, clock }: OpenObjectStore,
  config: Pick<Config, 'publicUrl' | 'port'>,
): Objects {
  return {
    origin: undefined,
    async credentialsFor(loanId) {
      const issued = issueCredentials(objectsKey, loanPrincipal(loanId), clock.now());
      return {
        provider: 'AWSS3',
        endpoint: '/',
        region: bucketLocation.region,
        bucket: bucketLocation.bucket,
        identity: loanId,
        access_key_id: issued.accessKeyId,
        secret_access_key: issued.secret,
        session_token: issued.sessionToken,
        expires_at: issued.expiresAt.toISOString(),
      };
    },
    async head(key) {
      const entry = await folder.find(key);
      return entry && storedOf(entry);
    },
    async read(key, eTag) {
      const found = await folder.open(key);
      if (found?.entry.eTag === eTag) return bytesOf(found);
      await found?.content.close();
      return undefined;
    },
    async put(key, content, contentType) {
      await folder.put(key, contentType, payloadOf(content));
    },
    remove: folder.remove,
    list: async (prefix, most) => (await folder.entries(prefix)).slice(0, most).map(storedOf),
    async addressOf({ key: object, contentType, fileName, expiresIn }) {
      const now = clock.now();
      const query = [
        ['response-content-type', contentType],
        ['response-content-disposition', inlineDisposition(fileName)],
      ] as const;
      const credentials = issueCredentials(objectsKey, readerOf(object), now);
      const address = presignedUrl(siteOf(config), credentials, { object, query, now, expiresIn });
      return { address, expiresAt: new Date(now.getTime() + expiresIn * 1000) };
    },
    dropUploads: uploads.dropBefore,
    removeOrphanedFiles: () => removeOrphanedFiles(folder, uploads),
  };
}

const storedOf = ({ key, size, eTag, lastModified }: ObjectEntry): StoredObject => ({
  key,
  size,
  eTag,
  lastModified: new Date(lastModified),
});

/** Reads to the end and closes. @throws Error where the content is not as long as its entry says */
async function* bytesOf({ entry, content }: Opened): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content.createReadStream()) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    yield bytes;
  }
  if (size !== entry.size) throw new Error('A content is not as long as its entry says');
}

/** Returns the principal of a signed address, which may read one object. */
const readerOf = (key: string): Principal => ({
  identity: 'address',
  grants: [{ prefix: key, may: ['get'] }],
});
