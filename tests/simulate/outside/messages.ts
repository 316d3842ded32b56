/** SMS and mail: what arrives where, with providers that fail, refuse or say nothing. */
import type {
  Channel,
  DeliveryResult,
  Messengers,
  OutgoingMessage,
} from '../../../server/adapters/messages.ts';
import type { World } from '../world.ts';
import { callOutside } from './calls.ts';

export type Delivered = Pick<OutgoingMessage, 'id' | 'to' | 'text' | 'template'> & {
  channel: Channel;
  at: number;
};

export class Messages {
  /** The provider recognizes repeats by it. */
  readonly #ids: Set<string>;

  constructor(
    private readonly world: World,
    /** Messages in the order of their arrival. */
    readonly delivered: Delivered[],
  ) {
    this.#ids = new Set(delivered.map(({ id }) => id));
  }

  get messengers(): Messengers {
    const of = (channel: Channel) => ({
      deliver: (message: OutgoingMessage) => this.#deliver(channel, message),
    });
    return { sms: of('sms'), email: of('email') };
  }

  /** The newest one-time password that a phone has. */
  passwordAt(mobile: string, template: string): string | undefined {
    const last = this.delivered.findLast((one) => one.to === mobile && one.template === template);
    return /\b\d{6}\b/.exec(last?.text ?? '')?.[0];
  }

  #deliver(channel: Channel, message: OutgoingMessage): Promise<DeliveryResult> {
    const { faults } = this.world;
    const act = (): DeliveryResult => {
      if (faults.happens('message.refused')) return { kind: 'refused' };
      if (faults.happens('message.notAccepted')) return { kind: 'notAccepted' };
      if (!this.#ids.has(message.id)) {
        this.#ids.add(message.id);
        const { id, to, text, template } = message;
        this.delivered.push({ id, to, text, template, channel, at: this.world.scheduler.now });
        this.world.did(`message ${channel}`);
      }
      return faults.happens('message.unknown') ? { kind: 'unknown' } : { kind: 'accepted' };
    };
    return callOutside<DeliveryResult>(this.world, {
      ...{ name: `messenger ${channel}`, timeoutMs: 10_000, act },
      ...{ noAnswer: { kind: 'unknown' }, unreached: { kind: 'notAccepted' } },
    });
  }
}
