/** A decision of staff about a payment, which a second person confirms where it waits for one. */
import { and, eq } from 'drizzle-orm';
import { paymentDecisions, payments } from '../../server/db/schema/servicing.ts';
import type { Services } from '../../server/api/handler.ts';
import {
  answerPaymentDecision,
  decidePayment,
  type PaymentToDecide,
} from '../../server/servicing/decide-payment.ts';

const first = { id: '00000000-0000-4000-8000-000000000001', name: 'Asha' };
const second = { id: '00000000-0000-4000-8000-000000000002', name: 'Ravi' };

/** @throws Problem as `decidePayment` does */
export async function decideByTwo(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  { loanId, paymentId, body }: Omit<PaymentToDecide, 'by'>,
): Promise<void> {
  await decidePayment(services, { loanId, paymentId, body, by: first });
  const [waiting] = await services.db
    .select({ id: paymentDecisions.id })
    .from(paymentDecisions)
    .innerJoin(payments, eq(payments.id, paymentDecisions.paymentId))
    .where(and(eq(payments.providerPaymentId, paymentId), eq(paymentDecisions.state, 'waiting')));
  if (!waiting) return;
  const answer = { decision_id: waiting.id, answer: 'confirm' } as const;
  await answerPaymentDecision(services, { loanId, paymentId, body: answer, by: second });
}
