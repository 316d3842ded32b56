/** The operations that lenders and providers call. */
import type { OperationId } from '../../../server/contract/contract.ts';
import { signedEvent } from '../lender-events.ts';
import { providerEvent } from '../provider-pages.ts';
import type { Case } from './case.ts';

export const webhookCases = {
  receiveLenderEvent: {
    good: async (app) => signedEvent(app, { reference: 'none' }),
    bad: {
      'no reference': async (app) => [signedEvent(app, {}), 400],
      'a lender that there is not': async (app) => [
        { ...signedEvent(app, { reference: 'none' }), path: { lender_id: 99 } },
        401,
      ],
      'more than 4096 bytes': async (app) => [signedEvent(app, { reference: 'x'.repeat(5000) }), 413],
    },
  },
  receiveProviderEvent: {
    good: async (app) => providerEvent(app, 'payments', { reference: 'none' }),
    bad: {
      'no reference': async (app) => [providerEvent(app, 'payments', {}), 400],
      'a provider that there is not': async (app) => [
        { ...providerEvent(app, 'kyc', { reference: 'none' }), path: { provider: 'weather' } },
        400,
      ],
      'more than 4096 bytes': async (app) => [
        providerEvent(app, 'kyc', { reference: 'x'.repeat(5000) }),
        413,
      ],
    },
  },
} satisfies Partial<Record<OperationId, Case>>;
