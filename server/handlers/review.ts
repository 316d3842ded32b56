/** The reviewer's desk: the queue, an application on it, and what is decided about it. */
import { limits } from '../../domain/limits.ts';
import { transaction } from '../db/open.ts';
import { FileReply, type Handlers } from '../handler.ts';
import { documentKey, readContent } from '../loans/files.ts';
import { closed } from '../loans/row.ts';
import { notFound } from '../problem.ts';
import { pushLoan } from '../push/push.ts';
import { actOn } from '../review/acts.ts';
import { contentOf, readApplication, reviewedLoan } from '../review/application.ts';
import { keepView, viewersOf } from '../review/presence.ts';
import { searchQueue } from '../review/search.ts';
import { timelineOf } from '../timeline.ts';

export const reviewHandlers = {
  async searchApplications({ body }, { db, clock, staff }) {
    const who = { reviewerId: staff.reviewer.id, now: clock.now() };
    return { success: true, result: await searchQueue(db, body, who) };
  },

  async getApplication({ path: { id } }, { db, clock, staff }) {
    const who = { reviewerId: staff.reviewer.id, now: clock.now() };
    return { success: true, result: await readApplication(db, await reviewedLoan(db, id, who.now), who) };
  },

  async actOnApplication({ path: { id }, body }, { db, clock, config, staff: { reviewer } }) {
    const now = clock.now();
    const result = await transaction(db, async (tx) => {
      const row = await actOn(tx, id, body, { reviewer, now, config });
      return readApplication(tx, row, { reviewerId: reviewer.id, now });
    });
    return { success: true, result };
  },

  async pushApplication({ path: { id }, body: { version } }, context) {
    const { db, clock, staff } = context;
    const { status } = await reviewedLoan(db, id, clock.now());
    // Its applicant's own push may be repeated; staff push only what has no answer yet (decision 26).
    if (status !== 'submitted') throw closed(status);
    const order = { loanId: id, lenderId: limits.lenderId, by: staff.reviewer, version };
    return { success: true, result: await pushLoan(context, order) };
  },

  async getTimeline({ path: { id } }, { db, clock }) {
    await reviewedLoan(db, id, clock.now());
    return { success: true, result: await timelineOf(db, id) };
  },

  async keepPresence({ path: { id } }, { db, clock, staff: { reviewer } }) {
    const now = clock.now();
    const { version } = await reviewedLoan(db, id, now);
    await keepView(db, id, reviewer.id, now);
    const viewers = await viewersOf(db, [id], reviewer.id, now);
    const result = {
      version,
      viewers: viewers.map(({ name, seenAt }) => ({ name, seen_at: seenAt.toISOString() })),
    };
    return { success: true, result };
  },

  async readDocument({ path: { id, document_type: type, e_tag: etag } }, { db, clock, config }) {
    await reviewedLoan(db, id, clock.now());
    const content = await contentOf(db, id, type, etag);
    const bytes = content && (await readContent(config.dataDir, documentKey(id, type), etag));
    if (!content || !bytes) throw notFound('There is no such content');
    const kind = content.content_type.split('/')[1] ?? 'bin';
    return new FileReply(bytes, content.content_type, `${type}-${etag.slice(0, 8)}.${kind}`);
  },
} satisfies Partial<Handlers>;
