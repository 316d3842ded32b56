/** Conversations with support at the desk. */
import { checkWire } from '../../domain/values/check.ts';
import { answerForm } from '../../domain/forms/contact.ts';
import { trimText } from '../../domain/forms/create.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import {
  answerConversation,
  closeConversation,
  readConversation,
  readNomineeOf,
  searchConversations,
} from '../contact/conversations-of-staff.ts';
import type { Context, Handlers } from '../api/handler.ts';
import { refuseIssues } from '../loans/refusals.ts';

type StaffContext = Context<'readConversation'>;

const readerOf = ({ clock, config, staff }: StaffContext) => ({
  scope: staff.scope,
  now: clock.now(),
  config,
});

export const conversationHandlers = {
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
} satisfies Partial<Handlers>;
