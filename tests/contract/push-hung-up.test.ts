/** An applicant who misses an answer on the page gets it by message, and late answers are kept (decision 27). */
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { pushRequestOf } from '../../domain/lending/push-request.ts';
import type { LenderId } from '../../server/adapters/lenders.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { pushForReply } from '../../server/push/push.ts';
import { submittedLoan } from './approved-loans.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { callsTo } from './calls.ts';
import { submitted } from './fixtures.ts';
import { approved, ScriptedLender } from './scripted-lender.ts';

const eleven = new ScriptedLender();
const fifteen = new ScriptedLender();

describeOnPostgresByDay(
  'a push that nobody waits for',
  (given) => {
    beforeEach(() => {
      Object.assign(eleven, new ScriptedLender());
      Object.assign(fifteen, new ScriptedLender());
    });

    it.each([
      ['closed the page during the push gets a message', true, 2],
      ['waits on the page gets no message', false, 0],
    ])('an applicant who %s', async (_, isClosed, count) => {
      const opened = await submitted(given.app);
      const page = new AbortController();
      const { call } = callsTo(async (path, init) =>
        given.app.site.request(path, { ...init, signal: page.signal }),
      );
      fifteen.onPush = () => {
        if (isClosed) page.abort();
        return approved;
      };
      const body = pushRequestOf(opened.loan);
      await call('createOnLender', { path: { lender_id: 15 }, token: opened.token, body });
      const told = await given.app.db
        .select()
        .from(messages)
        .where(and(eq(messages.loanId, opened.id), eq(messages.template, 'application.answered')));
      expect(told).toHaveLength(count);
    });

    it('a late answer is not recorded, and the next push finds it', async () => {
      const { id: loanId } = await submittedLoan(given.app);
      const { db, services } = given.app;
      const pushTo = (lenderId: LenderId) => pushForReply(services, { loanId, lenderId, by: 'system' });
      const [late = 15, other = 11] = (await db.select().from(loans).where(eq(loans.id, loanId)))[0]
        ?.lenderIds as LenderId[];
      const lenders = { 11: eleven, 15: fifteen } as Partial<Record<LenderId, ScriptedLender>>;
      const [lateLender, otherLender] = [lenders[late], lenders[other]];
      if (!lateLender || !otherLender) throw new Error('The institution prefers other lenders');
      otherLender.onPush = () => ({ kind: 'noResponse' });
      lateLender.onPush = async () => {
        await db
          .update(lenderLoans)
          .set({ heldUntil: new Date(0) })
          .where(and(eq(lenderLoans.loanId, loanId), eq(lenderLoans.lenderId, late)));
        await pushTo(other);
        lateLender.onFind = () => ({ ...approved, submission: 1 });
        return approved;
      };
      expect(await pushTo(late)).toEqual(approved);
      expect((await db.select().from(loans).where(eq(loans.id, loanId)))[0]?.status).toBe('approved');
      expect(lateLender.found).toHaveLength(1);
    });
  },
  { lenders: { 11: eleven, 15: fifteen } },
);
