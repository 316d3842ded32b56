/**
 * Queries to support and grievances, with their answers at the desk and its standard answers; and who wants to hear of a
 * product that is to come.
 */
import { checkWire } from '../../domain/values/check.ts';
import {
  contactForms,
  customerReplyForm,
  answerForm,
  standardAnswerForm,
} from '../../domain/forms/contact.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import { trimText } from '../../domain/forms/create.ts';
import {
  interestConsentVersion,
  interestForm,
  parseContactAddress,
} from '../../domain/forms/product-interest.ts';
import type { GrievanceRedressal, StandardAnswer } from '../../domain/values/wire.ts';
import type { Config } from '../config/config.ts';
import { continueConversation, conversationsOf, startConversation } from '../contact/conversations.ts';
import type { GrievanceSubject } from '../contact/grievances.ts';
import { storeInterest } from '../contact/interests.ts';
import { findLoanOfCustomer } from '../customers/own-loan.ts';
import type { Customer } from '../customers/sessions.ts';
import type { ConversationKind } from '../db/schema/contact.ts';
import type { Handlers, Context } from '../api/handler.ts';
import { refuseIssues } from '../loans/refusals.ts';
import { wordsChanged, wrongShape, refusal } from '../http/problem.ts';
import {
  answerConversation,
  closeConversation,
  readConversation,
  readNomineeOf,
  searchConversations,
  type Staff,
} from '../contact/desk-conversations.ts';
import {
  addStandardAnswer,
  deleteStandardAnswer,
  listStandardAnswers,
  type StandardAnswerChange,
  updateStandardAnswer,
} from '../contact/standard-answers.ts';
import { listLoansForStaff } from '../my-loans/my-loans.ts';

export const contactHandlers = {
  async startConversation({ body }, { db, clock, config }) {
    const now = clock.now();
    const { kind = 'query', lender_id: lenderId, language, ...typed } = body;
    const wire = {
      ...typed,
      name: trimText(typed.name),
      email: trimText(typed.email),
      query: trimText(typed.query),
    };
    refuseIssues(checkWire(contactForms[kind].visitor, wire, { today: todayInIndia(now) }));
    const grievance = readSubject({ kind, lenderId }, config);
    const { query: text, ...person } = wire;
    const asker = { ...person, email: person.email.toLowerCase(), customerId: null };
    const started = await startConversation(db, { asker, grievance, text, language, now, config });
    return started.grievance;
  },

  async startMyConversation({ body }, { db, clock, config, customer }) {
    const now = clock.now();
    const { kind = 'query', loan_id: loanId, lender_id: lenderId, language } = body;
    const text = trimText(body.query);
    refuseIssues(checkWire(contactForms[kind].customer, { query: text }, { today: todayInIndia(now) }));
    const asker = askerOf(customer);
    const grievance = readSubject({ kind, lenderId, loanId }, config);
    if (loanId !== undefined && !(await findLoanOfCustomer(db, { loanId, customerId: customer.id })))
      throw wrongShape('loan_id', 'is no loan of the customer');
    return startConversation(db, { asker, grievance, text, language, now, config });
  },

  async continueMyConversation({ path: { conversation_id: id }, body }, { db, clock, config, customer }) {
    const now = clock.now();
    const text = trimText(body.text);
    refuseIssues(checkWire(customerReplyForm, { text }, { today: todayInIndia(now) }));
    return continueConversation(db, { customer: askerOf(customer), id, text, now, config });
  },

  listMyConversations: async (_, { db, clock, config, customer }) =>
    conversationsOf(db, customer.id, { now: clock.now(), config }),

  readGrievanceRedressal: async (_, { config }) => redressalOnWire(config),

  async registerInterest({ body }, { db, clock }) {
    const now = clock.now();
    const { product, address, consent_version: consentVersion, language } = body;
    if (consentVersion !== interestConsentVersion)
      throw wordsChanged('consent_version', interestConsentVersion);
    refuseIssues(checkWire(interestForm, { address, consent: true }, { today: todayInIndia(now) }));
    await storeInterest(db, { ...parseContactAddress(address), product, consentVersion, language, now });
    return null;
  },

  searchConversations: async ({ body }, context) => searchConversations(context.db, body, readerOf(context)),

  readConversation: async ({ path: { conversation_id: id } }, context) =>
    readConversation(context.db, id, readerOf(context)),

  readNomineeOfCustomer: async ({ path: { conversation_id: id } }, { db, staff }) =>
    readNomineeOf(db, id, staff.scope),

  async answerConversation({ path: { conversation_id: id }, body }, context) {
    const reader = readerOf(context);
    const text = trimText(body.text);
    refuseIssues(checkWire(answerForm, { text }, { today: todayInIndia(reader.now) }));
    const { last_message_id: lastMessageId, outcome } = body;
    const answer = { ...reader, lastMessageId, text, outcome, reviewer: context.staff.reviewer };
    return answerConversation(context.db, id, answer);
  },

  closeConversation: async ({ path: { conversation_id: id }, body }, context) =>
    closeConversation(context.db, id, {
      ...readerOf(context),
      lastMessageId: body.last_message_id,
    }),

  listStandardAnswers: async (_, { db }) => listStandardAnswers(db),

  addStandardAnswer: async ({ body }, context) => addStandardAnswer(context.db, changeOf(body, context)),

  updateStandardAnswer: async ({ path: { answer_id: id }, body }, context) =>
    updateStandardAnswer(context.db, id, changeOf(body, context)),

  async deleteStandardAnswer({ path: { answer_id: id } }, { db }) {
    await deleteStandardAnswer(db, id);
    return null;
  },
} satisfies Partial<Handlers>;

/**
 * Returns the subject of a grievance; null for a query.
 * @throws Problem 400 if a query names a loan or a lender, or if the lender is unknown
 */
function readSubject(
  asked: { kind: ConversationKind; lenderId: number | undefined; loanId?: string | undefined },
  { lenderProfiles: { lenders } }: Pick<Config, 'lenderProfiles'>,
): GrievanceSubject | null {
  const { kind, lenderId = null, loanId = null } = asked;
  if (kind === 'query') {
    if (lenderId !== null) throw wrongShape('lender_id', 'is for grievances alone');
    if (loanId !== null) throw wrongShape('loan_id', 'is for grievances alone');
    return null;
  }
  if (lenderId !== null && !Object.hasOwn(lenders, lenderId))
    throw wrongShape('lender_id', 'is no lender that there is');
  return { lenderId, loanId };
}

const redressalOnWire = ({
  grievances: { version, answerDays, ombudsman },
  lenderProfiles: { platform, lenders },
}: Pick<Config, 'grievances' | 'lenderProfiles'>): GrievanceRedressal => ({
  version,
  answer_days: answerDays,
  platform,
  lenders: Object.entries(lenders)
    .map(([id, { name, officer }]) => ({ lender_id: Number(id), name, officer }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
  ombudsman,
});

/** @throws Problem 409 where the sign-up is not complete: there is no address to answer to */
function askerOf({ id, name, mobile, email }: Customer) {
  if (name === null || email === null)
    throw refusal(409, 'refusal.profileNeeded', 'The profile has no name and no mail address yet');
  return { customerId: id, name, mobile, email: email.toLowerCase() };
}

/** Conversations with support at the desk. */
type StaffContext = Context<'readConversation'>;

function readerOf({ clock, config, staff: { scope } }: StaffContext): Staff {
  const now = clock.now();
  const reading = { scope, profiles: config.lenderProfiles, now };
  return { scope, now, config, loansOf: (db, customerId) => listLoansForStaff(db, customerId, reading) };
}

/** @throws Problem 400 */
function changeOf(
  { title, text, language }: Omit<StandardAnswer, 'id'>,
  { clock, staff }: Pick<Context<'addStandardAnswer'>, 'clock' | 'staff'>,
): StandardAnswerChange {
  const now = clock.now();
  const wire = { title: trimText(title), text: trimText(text) };
  refuseIssues(checkWire(standardAnswerForm, wire, { today: todayInIndia(now) }));
  return { ...wire, language, reviewerId: staff.reviewer.id, now };
}
