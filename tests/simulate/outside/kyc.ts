/** The provider of identity checks: people finish a check on its pages, or never. */
import type { KycReading, KycRequest } from '../../../server/adapters/kyc.ts';
import type { NoRequest } from '../../../server/adapters/provider.ts';
import type { World } from '../world.ts';
import { sendEvent } from './events.ts';
import { dayMs } from '../times.ts';

export type Check = {
  name: string;
  state: KycReading['state'];
  failure: KycReading['failure'];
  link: number;
};

const linkMs = 30 * 60_000;
const expiresAfterMs = 3 * dayMs;

export class IdentityProvider {
  constructor(
    private readonly world: World,
    readonly checks: Map<string, Check>,
  ) {
    for (const [reference, check] of checks)
      if (check.state === 'requested') this.#expireLater(reference, check);
  }

  request({ reference, name }: KycRequest): KycReading | NoRequest {
    if (!this.checks.has(reference)) {
      const check: Check = { name, state: 'requested', failure: null, link: this.world.scheduler.now };
      this.checks.set(reference, check);
      this.world.did('kyc requested');
      this.#expireLater(reference, check);
    }
    return this.read(reference);
  }

  regenerateToken(reference: string): KycReading | NoRequest {
    const check = this.checks.get(reference);
    if (check?.state === 'requested') check.link = this.world.scheduler.now;
    return this.read(reference);
  }

  read(reference: string): KycReading | NoRequest {
    const check = this.checks.get(reference);
    if (!check) return { kind: 'none' };
    const { state, failure, name, link } = check;
    const isOpen = state === 'requested';
    return {
      ...{ kind: 'check', state, failure },
      nameOnRecord: state === 'verified' ? name.toUpperCase() : null,
      url: isOpen ? `https://kyc.example/${reference}/${link}` : null,
      linkExpiresAt: isOpen ? new Date(link + linkMs) : null,
    };
  }

  /** Ends the check like a person on its page. @param url of the link */
  finish(url: string): void {
    const reference = url.split('/').at(-2) ?? '';
    const check = this.checks.get(reference);
    if (!check) return;
    const fails = this.world.random.percent(15);
    if (fails) check.failure = 'document_unreadable';
    this.#settle(reference, check, fails ? 'failed' : 'verified');
  }

  #expireLater(reference: string, check: Check): void {
    this.world.later(expiresAfterMs, 'kyc expires', () => this.#settle(reference, check, 'expired'));
  }

  #settle(reference: string, check: Check, state: Check['state']): void {
    if (check.state !== 'requested') return;
    check.state = state;
    this.world.did(`kyc ${state}`);
    sendEvent(this.world, 'receiveProviderEvent', { provider: 'kyc' }, reference);
  }
}
