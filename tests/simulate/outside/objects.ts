/** The object store, which at times does not answer. */
import { createHash } from 'node:crypto';
import type { Objects, StoredObject } from '../../../server/adapters/objects.ts';
import type { World } from '../world.ts';

export type Stored = StoredObject & { content: Uint8Array };

export class ObjectStore {
  constructor(
    private readonly world: World,
    readonly stored: Map<string, Stored>,
  ) {}

  /** Puts an object there as a browser does, with its own credentials. */
  put(key: string, content: Uint8Array): Stored {
    const eTag = createHash('sha256').update(content).digest('hex');
    const lastModified = new Date(this.world.scheduler.now);
    const stored = { key, content, size: content.length, eTag, lastModified };
    this.stored.set(key, stored);
    return stored;
  }

  get objects(): Objects {
    const { stored } = this;
    const now = () => this.world.scheduler.now;
    return {
      credentialsFor: async () => {
        throw new Error('Nobody asks for credentials here');
      },
      head: (key) => this.#call('head', () => stored.get(key)),
      read: (key, eTag) =>
        this.#call('read', () => {
          const found = stored.get(key);
          return found?.eTag === eTag ? bytesOf(found.content) : undefined;
        }),
      put: (key, content) => this.#call('put', () => void this.put(key, content)),
      remove: (key) => this.#call('remove', () => void stored.delete(key)),
      list: (prefix, most = Number.POSITIVE_INFINITY) =>
        this.#call('list', () =>
          [...stored.values()].filter(({ key }) => key.startsWith(prefix)).slice(0, most),
        ),
      addressOf: async ({ key, expiresIn }) => ({
        address: `https://objects.example/${key}`,
        expiresAt: new Date(now() + expiresIn * 1000),
      }),
      dropUploads: async () => {},
      origin: undefined,
    };
  }

  async #call<Value>(name: string, act: () => Value): Promise<Value> {
    const { scheduler, faults } = this.world;
    await scheduler.gate(`objects ${name}`);
    const isDone = !faults.happens('object.failed');
    const value = isDone || this.world.random.percent(50) ? act() : undefined;
    if (!isDone) throw Object.assign(new Error('The store does not answer'), { code: 'ECONNRESET' });
    return value as Value;
  }
}

async function* bytesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
