/** The keyring of a server, from its configuration. */
import type { Config } from './config.ts';
import { loadOrCreateObjectsKey } from '../../packages/object-store/index.ts';
import { createKeyring, type Keyring } from '../encryption/keyring.ts';

/**
 * The keys of ENCRYPTION_KEYS, and after them that of the object store, which encrypts where there are none. Servers
 * that share a database need the same.
 */
export const loadKeyring = async (
  config: Pick<Config, 'encryptionKeys' | 'objectsKey' | 'dataDir'>,
): Promise<Keyring> => createKeyring([...config.encryptionKeys, await loadOrCreateObjectsKey(config)]);
