/** The methods of payment that have a name of ours; any other one is shown as its provider names it. */
export const paymentMethods = ['upi', 'card', 'net_banking'] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

/** @returns null for a method without a name of ours */
export const asPaymentMethod = (method: string): PaymentMethod | null =>
  paymentMethods.find((one) => one === method) ?? null;
