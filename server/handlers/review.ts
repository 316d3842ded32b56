/** The reviewer's desk: the queue, an application on it, and what is decided about it. */
import { isContentViewable } from '../../domain/loan/documents.ts';
import type { Application, DocumentType } from '../../domain/values/wire.ts';
import { type Database, transaction } from '../db/open.ts';
import { type LoanContent, readContents } from '../loans/document-contents.ts';
import { signedAddressOf } from '../documents/read.ts';
import type { Handlers } from '../api/handler.ts';
import { loanClosed } from '../loans/row.ts';
import { notFound, Problem } from '../http/problem.ts';
import { lendersOf } from '../loans/lenders-of-loan.ts';
import { pushLoan, pushToLenders } from '../push/push.ts';
import { schedulePush } from '../push/schedule.ts';
import { countOpenConversations } from '../contact/desk-conversations.ts';
import { addNote } from '../review/add-note.ts';
import { countOpenCases } from '../servicing/cases.ts';
import { countHeldPayments } from '../servicing/desk-payments.ts';
import { applyReviewActs } from '../review/apply-acts.ts';
import { readApplication, findReviewableLoan, type Reading } from '../review/read-application.ts';
import { recordView, viewersOf } from '../review/presence.ts';
import { searchQueue } from '../review/search-queue.ts';
import { mayCall } from '../staff/permissions.ts';
import type { Reviewer } from '../staff/sessions.ts';
import { readTimeline } from '../timeline/timeline.ts';

export const reviewHandlers = {
  async searchApplications({ body }, { db, clock, staff }) {
    const who = { reviewerId: staff.reviewer.id, scope: staff.scope, now: clock.now() };
    return searchQueue(db, body, who);
  },

  async getApplication({ path: { id } }, { db, clock, staff: { reviewer, scope } }) {
    const now = clock.now();
    const row = await findReviewableLoan(db, id, { scope, now });
    const application = await readApplication(db, row, { reviewerId: reviewer.id, now });
    return withPermissions(application, reviewer);
  },

  async actOnApplication({ path: { id }, body }, { db, clock, config, staff: { reviewer, scope } }) {
    const now = clock.now();
    return transaction(db, async (tx) => {
      const row = await applyReviewActs(tx, id, body, { reviewer, scope, now, config });
      const application = await readApplication(tx, row, { reviewerId: reviewer.id, now });
      // The lender is asked only about an application that was pushed.
      if (application.can_push) {
        for (const lenderId of lendersOf(row))
          await schedulePush(tx, { loanId: id, lenderId }, { now, config, ifAbsent: true });
      }
      return withPermissions(application, reviewer);
    });
  },

  async pushApplication({ path: { id }, body: { version } }, context) {
    const { db, clock, staff } = context;
    const { status, lenderId, lenderIds } = await findReviewableLoan(db, id, {
      scope: staff.scope,
      now: clock.now(),
    });
    // Its applicant's own push may be repeated; staff push only what has no answer yet (decision 23).
    if (status !== 'submitted') throw loanClosed(status);
    const order = { loanId: id, by: staff.reviewer, version };
    return lenderIds.length > 0
      ? await pushToLenders(context, lenderIds, order)
      : await pushLoan(context, { ...order, lenderId });
  },

  async getTimeline({ path: { id } }, { db, clock, staff: { scope } }) {
    await findReviewableLoan(db, id, { scope, now: clock.now() });
    return readTimeline(db, id);
  },

  countWaiting: async (_, { db, staff: { scope } }) => ({
    open_conversations: await countOpenConversations(db, scope),
    held_payments: await countHeldPayments(db, scope),
    open_cases: await countOpenCases(db, scope),
  }),

  async addNote({ path: { id }, body }, { db, clock, staff: { reviewer, scope } }) {
    const by = { reviewer, scope, now: clock.now() };
    await transaction(db, (tx) => addNote(tx, id, body, by));
    return null;
  },

  async keepPresence({ path: { id } }, { db, clock, staff: { reviewer, scope } }) {
    const now = clock.now();
    const { version } = await findReviewableLoan(db, id, { scope, now });
    await recordView(db, id, reviewer.id, now);
    const viewers = await viewersOf(db, [id], reviewer.id, now);
    return {
      version,
      viewers: viewers.map(({ name, seenAt }) => ({ name, seen_at: seenAt.toISOString() })),
    };
  },

  async addressOfContent({ path }, { db, clock, adapters, staff: { scope } }) {
    const content = await findOpenableContent(db, path, { scope, now: clock.now() });
    const name = `${path.document_type}-${path.e_tag.slice(0, 8)}`;
    return signedAddressOf(adapters.objects, content, name);
  },

  async showDocumentPassword({ path }, { db, clock, log, keyring, metrics, staff: { scope } }) {
    const reading = { scope, now: clock.now() };
    const { key, password: encrypted } = await findOpenableContent(db, path, reading);
    if (encrypted === null) throw notFound('The content opens without a password');
    const password = keyring.decrypt('document password', key, encrypted);
    if (password === undefined) {
      log.error('password cannot be decrypted', { loan: path.id });
      metrics?.countUnreadable();
    }
    return { password: password ?? null };
  },
} satisfies Partial<Handlers>;

/** The application with the buttons that the reviewer's role allows. */
const withPermissions = (application: Application, { role }: Reviewer): Application => ({
  ...application,
  can_push: application.can_push && mayCall(role, 'pushApplication'),
});

type ContentPath = { id: string; document_type: DocumentType; e_tag: string };

/** @throws Problem 404 where the application has no such content, 409 where the scan has not let it pass */
async function findOpenableContent(
  db: Database,
  { id, document_type: type, e_tag: etag }: ContentPath,
  reading: Reading,
): Promise<LoanContent> {
  await findReviewableLoan(db, id, reading);
  const content = (await readContents(db, id)).find((one) => one.type === type && one.e_tag === etag);
  if (!content) throw notFound('There is no such content');
  if (!isContentViewable(content)) throw new Problem(409, 'The scan has not let the content pass');
  return content;
}
