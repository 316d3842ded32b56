/** The adapters of a server: each call goes to a company of the world, with the network's faults. */
import type { DayEntry, DayPage } from '../../../server/adapters/day-list.ts';
import type { Adapters } from '../../../server/adapters/index.ts';
import type {
  CustomerSteps,
  Failed,
  Lender,
  LookupReply,
  Reply,
  ServicingReply,
  Submission,
} from '../../../server/adapters/lender.ts';
import type { ProviderReply } from '../../../server/adapters/provider.ts';
import type { World } from '../world.ts';
import { callOutside } from './calls.ts';
import type { SimulatedLender } from './lender.ts';

export function adaptersFor(world: World): Adapters {
  const lenders = Object.entries(world.lenders).map(([id, lender]) => [id, lenderOf(world, lender)] as const);
  const { kyc, mandates, payments } = world;
  const provider =
    <Reading>(name: string) =>
    (act: () => ProviderReply<Reading>, signal: AbortSignal): Promise<ProviderReply<Reading>> =>
      callOutside<ProviderReply<Reading>>(world, {
        ...{ name, signal, timeoutMs: 10_000, act },
        ...{ noAnswer: { kind: 'noResponse' }, unreached: { kind: 'failed', isFinal: false } },
      });
  return {
    email: { reaches: async () => true },
    lenders: Object.fromEntries(lenders),
    kyc: {
      request: (request, signal) => provider('kyc request')(() => kyc.request(request), signal) as never,
      regenerateToken: (reference, signal) =>
        provider('kyc regenerate')(() => kyc.regenerateToken(reference), signal) as never,
      read: (reference, signal) => provider('kyc read')(() => kyc.read(reference), signal) as never,
    },
    mandates: {
      request: (request, signal) =>
        provider('mandate request')(() => mandates.request(request), signal) as never,
      read: (reference, signal) => provider('mandate read')(() => mandates.read(reference), signal) as never,
      cancel: (reference, signal) =>
        provider('mandate cancel')(() => mandates.cancel(reference), signal) as never,
      revoke: (reference, signal) =>
        provider('mandate revoke')(() => mandates.revoke(reference), signal) as never,
    },
    payments: {
      createOrder: (request, signal) =>
        provider('payments order')(() => payments.createOrder(request), signal) as never,
      readOrder: (reference, signal) =>
        provider('payments read')(() => payments.read(reference), signal) as never,
      refundPayment: (reference, paymentId, signal) =>
        provider('payments refund')(() => payments.refund(reference, paymentId), signal) as never,
      listDay: (day, _, signal) =>
        provider('payments list')(() => pageOf(payments.listDay(day)), signal) as never,
    },
    messengers: world.messages.messengers,
    objects: world.objects.objects,
    scanner: undefined,
  };
}

const unreached: Failed = { kind: 'failed', message: 'The lender cannot be reached.', nothingBooked: true };
const silent = { kind: 'noResponse' } as const;

function lenderOf(world: World, lender: SimulatedLender): Lender {
  const timeoutMs = 25_000;
  const call = <Answer>(name: string, act: () => Answer, signal: AbortSignal) =>
    callOutside<Answer | Failed | typeof silent>(world, {
      ...{ name: `lender ${lender.id} ${name}`, signal, timeoutMs, act, noAnswer: silent, unreached },
    });
  return {
    timeoutMs,
    push: (sent: Submission, signal): Promise<Reply> => call('push', () => lender.push(sent), signal),
    find: (reference, signal): Promise<LookupReply> => call('find', () => lender.find(reference), signal),
    refresh: ({ reference }, signal): Promise<LookupReply> =>
      call('refresh', () => lender.find(reference), signal),
    exchangeServicing: (reference: string, steps: CustomerSteps, signal): Promise<ServicingReply> =>
      call(
        'exchange',
        (): ServicingReply => {
          const has = lender.exchange(reference, steps);
          return has ? { kind: 'servicing', ...has } : { kind: 'none' };
        },
        signal,
      ),
    listDay: async (day, _, signal) => {
      const answer = await call('list', () => pageOf(lender.listDay(day)), signal);
      return answer.kind === 'failed' ? { kind: 'failed', isFinal: false } : answer;
    },
  };
}

const pageOf = (entries: DayEntry[]): DayPage => ({
  ...{ kind: 'page', entries, next: null, total: entries.length },
});
