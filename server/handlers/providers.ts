/** The steps after an acceptance: the agreement, the identity check, the mandate, payments; and the providers' events. */
import { onWire } from '../../domain/values/wire-names.ts';
import type { Handlers } from '../api/handler.ts';
import { regenerateKycToken, startKyc } from '../servicing/kyc.ts';
import { createMandate, withdrawMandate } from '../servicing/mandates.ts';
import { createPaymentOrder, readPaymentOrder } from '../servicing/payment-orders.ts';
import { receiveProviderEvent } from '../servicing/provider-events.ts';
import { requestSignature, signAgreement } from '../servicing/signatures.ts';
import { ownLoan, servicingOf } from './servicing.ts';

export const providerHandlers = {
  async receiveProviderEvent({ path: { provider }, body: { reference } }, { db, clock, event }) {
    await receiveProviderEvent(db, { provider, eventId: event.eventId, reference }, clock.now());
  },

  startKyc: async ({ body: { loan_id: id } }, context) =>
    onWire(await startKyc(context, await ownLoan(id, context))),

  regenerateKycToken: async ({ body: { loan_id: id } }, context) =>
    onWire(await regenerateKycToken(context, await ownLoan(id, context))),

  requestSignature: async ({ path: { id }, body: { language } }, context) =>
    requestSignature(context, context.customer, { loanId: await ownLoan(id, context), language }),

  async signAgreement({ path: { id }, body }, context) {
    await signAgreement(context, context.customer, { loanId: await ownLoan(id, context), ...body });
    return servicingOf(id, context);
  },

  createMandate: async ({ path: { id }, body }, context) =>
    createMandate(context, await ownLoan(id, context), { ...body, customerId: context.customer.id }),

  async withdrawMandate({ path: { id } }, context) {
    await withdrawMandate(context, await ownLoan(id, context));
    return servicingOf(id, context);
  },

  async createPaymentOrder({ path: { id }, header, body: { purpose, instalment, amount_paise } }, context) {
    const loanId = await ownLoan(id, context);
    const number = purpose === 'instalment' ? (instalment ?? null) : null;
    const idempotencyKey = header['Idempotency-Key'];
    const order = { purpose, instalment: number, amountPaise: amount_paise, idempotencyKey };
    return createPaymentOrder(context, loanId, order);
  },

  readPaymentOrder: async ({ path: { id, order_id: orderId } }, context) =>
    readPaymentOrder(context, { loanId: await ownLoan(id, context), orderId }),
} satisfies Partial<Handlers>;
