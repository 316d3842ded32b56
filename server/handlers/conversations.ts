/** Conversations with support at the desk. */
import { checkWire } from '../../domain/check.ts';
import { answerForm } from '../../domain/contact.ts';
import { trimText } from '../../domain/create.ts';
import { todayInIndia } from '../../domain/dates.ts';
import {
  answerConversation,
  closeConversation,
  listConversations,
  readConversation,
} from '../contact/desk.ts';
import type { Handlers } from '../handler.ts';
import { refuseIssues } from '../loans/refusals.ts';

export const conversationHandlers = {
  listConversations: async ({ query }, { db, staff }) => ({
    success: true,
    result: await listConversations(db, query, staff.scope),
  }),

  readConversation: async ({ path: { conversation_id: id } }, { db, staff }) => ({
    success: true,
    result: await readConversation(db, id, staff.scope),
  }),

  async answerConversation({ path: { conversation_id: id }, body }, { db, clock, config, staff }) {
    const now = clock.now();
    const text = trimText(body.text);
    refuseIssues(checkWire(answerForm, { text }, { today: todayInIndia(now) }));
    const { reviewer, scope } = staff;
    const act = { scope, now, lastMessageId: body.last_message_id };
    return { success: true, result: await answerConversation(db, id, { ...act, text, reviewer, config }) };
  },

  closeConversation: async ({ path: { conversation_id: id }, body }, { db, clock, staff }) => ({
    success: true,
    result: await closeConversation(db, id, {
      scope: staff.scope,
      now: clock.now(),
      lastMessageId: body.last_message_id,
    }),
  }),
} satisfies Partial<Handlers>;
