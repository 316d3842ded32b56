/** The provider of mandates: a bank registers one at a random time, or refuses it, and may end it. */
import { randomUUID } from 'node:crypto';
import type { MandateReading, MandateRequest } from '../../../server/adapters/mandate.ts';
import type { NoRequest } from '../../../server/adapters/provider.ts';
import type { World } from '../world.ts';
import { sendEvent } from './events.ts';
import { dayMs } from '../times.ts';

export type Mandate = Pick<MandateReading, 'state' | 'failure' | 'registrationNumber'> & { account: string };

export class MandateProvider {
  constructor(
    private readonly world: World,
    readonly mandates: Map<string, Mandate>,
  ) {}

  request({ reference, account }: MandateRequest): MandateReading | NoRequest {
    if (!this.mandates.has(reference)) {
      const made = { state: 'requested', failure: null, registrationNumber: null } as const;
      this.mandates.set(reference, { ...made, account: account.number });
      this.world.did('mandate requested');
    }
    return this.read(reference);
  }

  read(reference: string): MandateReading | NoRequest {
    const mandate = this.mandates.get(reference);
    if (!mandate) return { kind: 'none' };
    const { state, failure, registrationNumber } = mandate;
    const url = state === 'requested' ? `https://mandate.example/${reference}` : null;
    return { kind: 'mandate', state, failure, registrationNumber, url };
  }

  cancel(reference: string): MandateReading | NoRequest {
    this.#become(reference, 'requested', { state: 'cancelled' });
    return this.read(reference);
  }

  revoke(reference: string): MandateReading | NoRequest {
    this.#become(reference, 'registered', { state: 'cancelled' });
    return this.read(reference);
  }

  /** Confirms as a person does on its page; the bank takes its time. */
  confirm(url: string): void {
    const reference = url.split('/').at(-1) ?? '';
    const { world } = this;
    const fails = world.random.percent(12);
    world.later(1000 + world.random.whole(dayMs / 2), 'bank registers', () => {
      if (fails) this.#become(reference, 'requested', { state: 'failed', failure: 'bank_refused' });
      else
        this.#become(reference, 'requested', {
          state: 'registered',
          registrationNumber: `UMRN${randomUUID().slice(0, 8)}`,
        });
      if (world.random.percent(4))
        world.later(world.random.whole(40 * dayMs), 'bank ends mandate', () =>
          this.#become(reference, 'registered', { state: 'cancelled' }),
        );
    });
  }

  #become(reference: string, from: Mandate['state'], change: Partial<Mandate>): void {
    const mandate = this.mandates.get(reference);
    if (mandate?.state !== from) return;
    Object.assign(mandate, change);
    this.world.did(`mandate ${mandate.state}`);
    sendEvent(this.world, 'receiveProviderEvent', { provider: 'mandate' }, reference);
  }
}
