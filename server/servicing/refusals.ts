/** Refusals about servicing whose code a page shows in words. */
import { Problem, refusal, type RefusalCode } from '../http/problem.ts';

const refusals = {
  'servicing.offer.expired': 'The offer is not valid any more',
  'servicing.case.closed': 'Somebody else has closed the case',
  'servicing.offer.another': 'Another offer was accepted',
  'servicing.offer.notAcknowledged': 'The key facts statement of this offer was not acknowledged',
  'servicing.document.changed': 'The hash is not that of the document',
  'servicing.step.notNow': 'The loan is not at this step',
  'servicing.step.done': 'This step is done',
  'servicing.payment.notDue': 'Nothing is due for this purpose',
  'servicing.payment.amountChanged': 'Another amount is due by now',
  'servicing.payee.none': 'The lender takes no payments here',
  'servicing.payment.changed': 'The payment is not held any more, or is another amount by now',
  'servicing.payment.secondPerson': 'Another member of staff has to confirm the decision',
  'servicing.payment.notCountable': 'The payment cannot be counted, only refunded',
} as const;

/** The codes that replace 'This was changed elsewhere' where a more specific message exists. */
const ownCodes: Readonly<Partial<Record<keyof typeof refusals, RefusalCode>>> = {
  'servicing.payment.notDue': 'refusal.notDue',
  'servicing.payee.none': 'refusal.noPayee',
};

/** 409. */
export const servicingRefusal = (code: keyof typeof refusals): Problem =>
  refusal(409, ownCodes[code] ?? 'refusal.changed', refusals[code], [
    { field: '', code, message: refusals[code] },
  ]);

/** 404: no offer of the loan was accepted. */
export const noServicing = (): Problem =>
  new Problem(404, 'No offer was accepted', [
    { field: '', code: 'servicing.none', message: 'No offer was accepted' },
  ]);
