/** Queries to support, and who wants to hear of a product that is to come. */
import { checkWire } from '../../domain/check.ts';
import { contactForm, customerQueryForm, customerReplyForm } from '../../domain/contact.ts';
import { todayInIndia } from '../../domain/dates.ts';
import { trimText } from '../../domain/create.ts';
import { interestConsentVersion, interestForm, parseContactAddress } from '../../domain/product-interest.ts';
import { continueConversation, conversationsOf, startConversation } from '../contact/conversations.ts';
import { storeInterest } from '../contact/interests.ts';
import type { Customer } from '../customers/sessions.ts';
import type { Handlers } from '../handler.ts';
import { refuseIssues } from '../loans/refusals.ts';
import { Problem, wrongShape } from '../problem.ts';

export const contactHandlers = {
  async startConversation({ body }, { db, clock }) {
    const now = clock.now();
    const { language, ...typed } = body;
    const wire = {
      ...typed,
      name: trimText(typed.name),
      email: trimText(typed.email),
      query: trimText(typed.query),
    };
    refuseIssues(checkWire(contactForm, wire, { today: todayInIndia(now) }));
    const { query, ...person } = wire;
    const asker = { ...person, email: person.email.toLowerCase(), customerId: null };
    await startConversation(db, { asker, query, language, now });
    return { success: true, result: null };
  },

  async startMyConversation({ body }, { db, clock, customer }) {
    const now = clock.now();
    const query = trimText(body.query);
    refuseIssues(checkWire(customerQueryForm, { query }, { today: todayInIndia(now) }));
    const asker = askerOf(customer);
    return {
      success: true,
      result: await startConversation(db, { asker, query, language: body.language, now }),
    };
  },

  async continueMyConversation({ path: { conversation_id: id }, body }, { db, clock, customer }) {
    const now = clock.now();
    const text = trimText(body.text);
    refuseIssues(checkWire(customerReplyForm, { text }, { today: todayInIndia(now) }));
    return {
      success: true,
      result: await continueConversation(db, { customer: askerOf(customer), id, text, now }),
    };
  },

  listMyConversations: async (_, { db, customer }) => ({
    success: true,
    result: await conversationsOf(db, customer.id),
  }),

  async registerInterest({ body }, { db, clock }) {
    const now = clock.now();
    const { product, address, consent_version: consentVersion, language } = body;
    if (consentVersion !== interestConsentVersion)
      throw wrongShape('consent_version', 'is not the one that holds');
    refuseIssues(checkWire(interestForm, { address, consent: true }, { today: todayInIndia(now) }));
    await storeInterest(db, { ...parseContactAddress(address), product, consentVersion, language, now });
    return { success: true, result: null };
  },
} satisfies Partial<Handlers>;

/** @throws Problem 409 where the sign-up is not complete: there is no address to answer to */
function askerOf({ id, name, mobile, email }: Customer) {
  if (name === null || email === null)
    throw new Problem(409, 'The profile has no name and no mail address yet');
  return { customerId: id, name, mobile, email: email.toLowerCase() };
}
