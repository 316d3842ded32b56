/** The steps after an acceptance: the agreement, the identity check, the mandate, payments; and the providers' events. */
import { onWire } from '../../domain/values/wire-names.ts';
import type { Handlers } from '../api/handler.ts';
import { regenerateKycToken, startKyc } from '../servicing/kyc.ts';
import { createMandate, withdrawMandate } from '../servicing/mandates.ts';
import { createPaymentOrder, readPaymentOrder } from '../servicing/payment-orders.ts';
import { receiveProviderEvent } from '../servicing/provider-events.ts';
import { requestSignature, signAgreement } from '../servicing/signatures.ts';
import { requireOwnLoan, servicingOf } from './servicing.ts';

export const providerHandlers = {
  async receiveProviderEvent({ path: { provider }, body: { reference } }, { db, clock, event }) {
    await receiveProviderEvent(db, { provider, eventId: event.eventId, reference }, clock.now());
  },

  async startKyc({ body: { loan_id: loanId } }, context) {
    await requireOwnLoan(loanId, context);
    return onWire(await startKyc(context, loanId));
  },

  async regenerateKycToken({ body: { loan_id: loanId } }, context) {
    await requireOwnLoan(loanId, context);
    return onWire(await regenerateKycToken(context, loanId));
  },

  async requestSignature({ path: { id }, body: { language } }, context) {
    await requireOwnLoan(id, context);
    return requestSignature(context, context.customer, { loanId: id, language });
  },

  async signAgreement({ path: { id }, body }, context) {
    await requireOwnLoan(id, context);
    await signAgreement(context, context.customer, { loanId: id, ...body });
    return servicingOf(id, context);
  },

  async createMandate({ path: { id }, body }, context) {
    await requireOwnLoan(id, context);
    return createMandate(context, id, { ...body, customerId: context.customer.id });
  },

  async withdrawMandate({ path: { id } }, context) {
    await requireOwnLoan(id, context);
    await withdrawMandate(context, id);
    return servicingOf(id, context);
  },

  async createPaymentOrder({ path: { id }, header, body: { purpose, instalment, amount_paise } }, context) {
    await requireOwnLoan(id, context);
    const number = purpose === 'instalment' ? (instalment ?? null) : null;
    const idempotencyKey = header['Idempotency-Key'];
    const order = { purpose, instalment: number, amountPaise: amount_paise, idempotencyKey };
    return createPaymentOrder(context, id, order);
  },

  async readPaymentOrder({ path: { id, order_id: orderId } }, context) {
    await requireOwnLoan(id, context);
    return readPaymentOrder(context, { loanId: id, orderId });
  },
} satisfies Partial<Handlers>;
