/** The state of requests at providers and at a lender: tests change it, and adapters of each kind read it. */
import type { Adapters } from '../../server/adapters/index.ts';
import type { KycReading } from '../../server/adapters/kyc.ts';
import type { LenderSteps } from '../../server/adapters/lender.ts';
import type { MandateReading } from '../../server/adapters/mandate.ts';
import type { OrderReading } from '../../server/adapters/payments.ts';
import type { NoResponse } from '../../server/adapters/provider.ts';
import { ScriptedLender } from './scripted-lender.ts';

export type Reading = KycReading | MandateReading | OrderReading | (LenderSteps & { kind: 'servicing' });

/** A fault of one answer: it does not arrive, or it shows the state after at most this number of events. */
export type Slip = 'silent' | number;

type Request = {
  /** The readings in the order in which they happen. */
  readings: readonly Reading[];
  /** The index of what is so now. */
  at: number;
  /** The faults of the next answers. */
  slips: Slip[];
};

export class ProviderBooks {
  readonly #requests = new Map<string, Request>();

  open(reference: string, readings: readonly Reading[]): void {
    this.#requests.set(reference, { readings, at: 0, slips: [] });
  }

  /** Applies the next reading, if any. */
  advance(reference: string): void {
    const request = this.#requestOf(reference);
    request.at = Math.min(request.at + 1, request.readings.length - 1);
  }

  /** Applies all remaining readings; answers are correct from now on. */
  finish(reference: string): void {
    const request = this.#requestOf(reference);
    Object.assign(request, { at: request.readings.length - 1, slips: [] });
  }

  slip(reference: string, how: Slip): void {
    this.#requestOf(reference).slips.push(how);
  }

  clear(): void {
    this.#requests.clear();
  }

  #requestOf(reference: string): Request {
    const request = this.#requests.get(reference);
    if (!request) throw new Error(`Nothing was requested under ${reference}`);
    return request;
  }

  #read<One extends Reading>(reference: string): One | NoResponse {
    const { readings, at, slips } = this.#requestOf(reference);
    const slip = slips.shift();
    if (slip === 'silent') return { kind: 'noResponse' };
    return readings[slip === undefined ? at : Math.min(slip, at)] as One;
  }

  /** The bank withdraws what it has registered. */
  #revoke(reference: string): MandateReading | NoResponse {
    const request = this.#requestOf(reference);
    const now = request.readings[request.at] as MandateReading;
    if (now.state === 'registered') {
      request.readings = [...request.readings.slice(0, request.at + 1), { ...now, state: 'cancelled' }];
      request.at += 1;
    }
    return this.#read<MandateReading>(reference);
  }

  /** They only read: the requests were made already. */
  get adapters(): Partial<Adapters> {
    const kyc = async (reference: string) => this.#read<KycReading>(reference);
    const mandate = async (reference: string) => this.#read<MandateReading>(reference);
    const order = async (reference: string) => this.#read<OrderReading>(reference);
    const lender = new ScriptedLender();
    // A lender is notified of payments even if its answers are not part of an order.
    lender.onExchange = (reference) =>
      this.#requests.has(reference)
        ? this.#read<LenderSteps & { kind: 'servicing' }>(reference)
        : { kind: 'noResponse' };
    return {
      lenders: { 15: lender },
      kyc: { request: ({ reference }) => kyc(reference), regenerateToken: kyc, read: kyc },
      mandates: {
        request: ({ reference }) => mandate(reference),
        read: mandate,
        cancel: mandate,
        revoke: async (reference) => this.#revoke(reference),
      },
      payments: {
        createOrder: ({ reference }) => order(reference),
        readOrder: order,
        refundPayment: (reference) => order(reference),
        listDay: async () => ({ kind: 'noResponse' }),
      },
    };
  }
}
