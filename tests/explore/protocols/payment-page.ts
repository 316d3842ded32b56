/** The page of a payment: machines/servicing/payment.ts itself. Its calls go to a server over the network. */
import { assign } from 'xstate';
import type { PaymentPurpose } from '../../../domain/servicing/order-payments.ts';
import { type PaymentContext, paymentMachine } from '../../../machines/servicing/payment.ts';
import type { Effect, ProductParty } from '../party.ts';

/** Counts the keys that were made, because the same state has to make the same key. */
type CountingContext = PaymentContext & { keys?: number };

const machine = paymentMachine.provide({
  actions: {
    setKey: assign(({ context }) => {
      const { key, keys = 0 }: CountingContext = context;
      const made = key === null ? keys + 1 : keys;
      return { key: key ?? String(made), failure: null, keys: made } as Partial<PaymentContext>;
    }),
  },
});

export const pageMachine = (
  page: string,
  purpose: PaymentPurpose,
  servers: readonly string[],
): ProductParty => ({
  machine,
  input: { orderId: null, newKey: () => '' },
  effectsOf: ({ type, params }): Effect[] => {
    // A caller that no longer waits for a call has closed its connection.
    if (type === 'xstate.stopChild')
      return [
        { kind: 'hangUp' },
        ...servers.map((to): Effect => ({
          kind: 'call',
          sent: { to, event: { type: 'caller hangs up', page } as { type: string } },
        })),
      ];
    if (type !== 'xstate.spawnChild') return [];
    const { src, input } = params as { src: string; input: { key?: string; orderId?: number } };
    const event =
      src === 'createOrder'
        ? { type: 'create order', page, purpose, key: `${page} ${input.key}` }
        : { type: 'read order', page, order: input.orderId };
    return [{ kind: 'send', sent: { to: 'servers', event } }];
  },
});
