/** Standard answers at the desk. */
import { checkWire } from '../../domain/values/check.ts';
import { standardAnswerForm } from '../../domain/forms/contact.ts';
import { trimText } from '../../domain/forms/create.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { StandardAnswer } from '../../domain/values/wire.ts';
import {
  addStandardAnswer,
  deleteStandardAnswer,
  listStandardAnswers,
  type StandardAnswerChange,
  updateStandardAnswer,
} from '../contact/standard-answers.ts';
import type { Context, Handlers } from '../api/handler.ts';
import { refuseIssues } from '../loans/refusals.ts';

export const standardAnswerHandlers = {
  listStandardAnswers: async (_, { db }) => listStandardAnswers(db),

  addStandardAnswer: async ({ body }, context) => addStandardAnswer(context.db, changeOf(body, context)),

  updateStandardAnswer: async ({ path: { answer_id: id }, body }, context) =>
    updateStandardAnswer(context.db, id, changeOf(body, context)),

  async deleteStandardAnswer({ path: { answer_id: id } }, { db }) {
    await deleteStandardAnswer(db, id);
    return null;
  },
} satisfies Partial<Handlers>;

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
