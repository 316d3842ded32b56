/** The reviewer’s desk: what is shown, asked, answered and decided (decisions 6 and 23). */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { limits } from '../../domain/values/limits.ts';
import type { Loan } from '../../domain/values/wire.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { queries } from '../../server/db/schema/review.ts';
import { describeOnPostgres } from './both-databases.ts';
import { push, question, readLoan, saveStudents, submitted, withStudent } from './fixtures.ts';
import { errorsOf, refusedAt, idOf, reviewCalls } from './review-calls.ts';
import { contentOf, upload } from './uploads.ts';

const pan = 'personal_details.pan';
const receipt = 'documents.fee_receipt';

describeOnPostgres('the desk', (given) => {
  const { staff, read, act, flag, save, pushed, historyOf, unchangedBy } = reviewCalls(given);

  describe('an application', () => {
    it('is shown as its applicant sees it', async () => {
      const opened = await submitted(given.app);
      const { status } = await upload(given.app, opened, contentOf('pdf', [1, 2, 3]));
      expect(status).toBe(200);
      const shown = await read(opened.id);
      expect(shown.loan).toEqual(await readLoan(given.app, opened));
      expect(shown).toMatchObject({
        stage: 'to_review',
        partner: { name: 'Demo' },
        submitted_at: given.app.clock.now().toISOString(),
        submissions: [{ number: 1 }],
        changes: [],
        viewers: [],
        can_ask: true,
        can_push: true,
        documents: expect.arrayContaining([
          {
            type: 'fee_receipt',
            contents: [expect.objectContaining({ content_type: 'application/pdf', submitted: false })],
          },
          { type: 'pan_photo', contents: [] },
        ]),
      });
    });

    it('is not shown while it is a draft', async () => {
      const { id } = await withStudent(given.app);
      const path = { id };
      const jar = staff.ravi.jar;
      const body = { version: 1, raise: [question(pan)] };
      const answers = [
        await given.app.call('getApplication', { path, jar }),
        await given.app.call('getTimeline', { path, jar }),
        await given.app.call('keepPresence', { path, jar }),
        await given.app.call('pushApplication', { path, jar, body: { version: 1 } }),
        await given.app.call('actOnApplication', { path, jar, body }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    });
  });

  it('is not pushed while its applicant is changing it', async () => {
    const opened = await submitted(given.app);
    const rows = opened.loan.el_details.students.map(({ applicationId: _, user_id: __, ...row }) => row);
    const data = { 'el_details.students': rows.map((row) => ({ ...row, otherfees: 777 })) };
    expect((await saveStudents(given.app, opened, data)).status).toBe(200);
    expect((await pushed(opened.id)).status).toBe(409);
  });

  describe('a question', () => {
    it('sends the application back, and tells the applicant once for each channel', async () => {
      const opened = await submitted(given.app);
      const { version } = await read(opened.id);
      const shown = await flag(opened, pan, receipt);
      expect(shown).toMatchObject({ stage: 'sent_back', can_ask: true, can_push: false });
      expect(shown.version).toBeGreaterThan(version);
      expect(shown.loan.queries.map(({ field, state, round }) => [field, state, round]).sort()).toEqual([
        [receipt, 'raised', 1],
        [pan, 'raised', 1],
      ]);
      const queued = await given.app.db
        .select()
        .from(messages)
        .where(and(eq(messages.loanId, opened.id), eq(messages.template, 'application.sentBack')));
      expect(queued.map(({ channel, recipient }) => [channel, recipient]).sort()).toEqual([
        ['email', 'meena@parent.example'],
        ['sms', '9840012345'],
      ]);
      for (const { text } of queued) expect(text).toContain(`/loan/${opened.id}?api_key=`);
      const [row] = await given.app.db.select().from(queries).where(eq(queries.loanId, opened.id));
      expect(row?.raisedBy).toBe(staff.ravi.id);
    });

    it('requires a field that the application has', async () => {
      const opened = await submitted(given.app);
      await unchangedBy(opened.id, async () => {
        const fields = ['status', 'personal_details.email', 'income_details.household_income', pan];
        expect(await refusedAt(act(opened.id, { raise: fields.map((one) => question(one)) }), 400)).toEqual([
          'raise.0.field',
          'raise.1.field',
          'raise.2.field',
        ]);
        const stranger = `el_details.students.${randomUUID()}.student_roll_no`;
        expect(await refusedAt(act(opened.id, { raise: [question(pan), question(stranger)] }), 404)).toEqual([
          'raise.1.field',
        ]);
      });
    });

    it('requires a text of at most the maximum length', async () => {
      const opened = await submitted(given.app);
      const words = ['', ' \n\t', 'x'.repeat(limits.queryMessageMaxLength + 1), 'Please look'];
      const names = [pan, 'personal_details.name', 'personal_details.dob', receipt];
      await unchangedBy(opened.id, async () => {
        const raise = names.map((name, index) => question(name, words[index]));
        expect(await errorsOf(act(opened.id, { raise }), 400)).toEqual([
          ['raise.0.message', 'review.error.message.required'],
          ['raise.1.message', 'review.error.message.required'],
          ['raise.2.message', 'common.error.tooLong'],
        ]);
      });
      const long = 'x'.repeat(limits.queryMessageMaxLength);
      const { body } = await act(opened.id, { raise: [question(pan, ` ${long}\r\n`)] });
      expect(body.result.loan.queries[0].message).toBe(long);
    });

    it('is open only once per field', async () => {
      const opened = await submitted(given.app);
      expect(
        await refusedAt(act(opened.id, { raise: [question(pan), question(pan, 'Again')] }), 400),
      ).toEqual(['raise.1.field']);
      const shown = await flag(opened, pan);
      await unchangedBy(opened.id, async () => {
        expect(await refusedAt(act(opened.id, { raise: [question(receipt), question(pan)] }), 409)).toEqual([
          'raise.1.field',
        ]);
      });
      // Withdrawn in the same go, it can be asked otherwise.
      const anew = await act(opened.id, {
        withdraw: [idOf(shown, pan)],
        raise: [question(pan, 'Otherwise')],
      });
      expect(
        anew.body.result.loan.queries.map((one: Loan['queries'][number]) => [one.message, one.state]).sort(),
      ).toEqual([
        ['Otherwise', 'raised'],
        ['Please look again', 'withdrawn'],
      ]);
    });

    it.each([
      ['0002', 'rejected'],
      ['1234', 'approved'],
    ])('is refused for PAN %s, which is %s', async (digits, status) => {
      const opened = await submitted(given.app, digits);
      await push(given.app, opened);
      expect(await read(opened.id)).toMatchObject({ stage: status, can_ask: false, can_push: false });
      await unchangedBy(opened.id, async () => {
        expect(await refusedAt(act(opened.id, { raise: [question(pan), question(receipt)] }), 409)).toEqual([
          'raise.0.field',
          'raise.1.field',
        ]);
      });
    });

    it.each([
      ['0003', 'pending'],
      ['0004', 'in_progress'],
      ['1001', 'under_review'],
    ])('is allowed for PAN %s, which is %s', async (digits, status) => {
      const opened = await submitted(given.app, digits);
      await push(given.app, opened);
      expect(await read(opened.id)).toMatchObject({ stage: 'to_review', loan: { status }, can_push: false });
      expect((await flag(opened, pan)).stage).toBe('sent_back');
      expect((await readLoan(given.app, opened)).status).toBe(status);
    });

    it('is refused while the lender is being asked, and allowed again when that call has died', async () => {
      const opened = await submitted(given.app, '0504');
      await push(given.app, opened);
      given.app.handWritten.set(opened.id, 'it is with the lender again after a verdict');
      const held = async (heldUntil: Date) => {
        const { db } = given.app;
        const ofLoan = eq(lenderLoans.loanId, opened.id);
        await db.update(lenderLoans).set({ holder: randomUUID(), heldUntil }).where(ofLoan);
        await db.update(loans).set({ status: 'with_lender' }).where(eq(loans.id, opened.id));
      };
      // The lease is held by the database's own clock.
      await held(new Date(Date.now() + 60_000));
      expect(await read(opened.id)).toMatchObject({ stage: 'with_lender', can_ask: false, can_push: false });
      expect(await refusedAt(act(opened.id, { raise: [question(pan)] }), 409)).toEqual(['raise.0.field']);
      expect((await pushed(opened.id)).status).toBe(409);
      await held(new Date(Date.now() - 1000));
      expect(await read(opened.id)).toMatchObject({ stage: 'to_review', can_ask: true, can_push: true });
      expect((await historyOf(opened.id)).at(-1)).toMatchObject({
        actor: 'system',
        act: 'lender.silent',
        details: { abandoned: true },
      });
    });
  });

  describe('an answer', () => {
    /** Asked about two fields and answered, one with a change, one in writing. */
    const answered = async () => {
      const opened = await submitted(given.app);
      const { loan } = await flag(opened, pan, 'personal_details.name');
      given.app.clock.pass(1000);
      const { status, body } = await save(opened, {
        [pan]: 'ABCDE7777F',
        query_answers: [{ id: idOf({ loan }, 'personal_details.name'), answer: 'As in Aadhaar' }],
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return { ...opened, shown: await read(opened.id) };
    };

    it('is shown as a change with the question that it answers', async () => {
      const { shown } = await answered();
      expect(shown).toMatchObject({ stage: 'answered', can_push: true, can_ask: true });
      expect(shown.changes).toEqual([
        { field: pan, before: 'ABCDE1234F', after: 'ABCDE7777F', query_id: idOf(shown, pan) },
      ]);
      expect(shown.submissions.map(({ number }) => number)).toEqual([1, 2]);
      expect(shown.loan.queries.find(({ answer }) => answer)?.answer).toBe('As in Aadhaar');
    });

    it('can be accepted, and the application is then ready for review', async () => {
      const { id, shown } = await answered();
      const { status, body } = await act(id, { accept: shown.loan.queries.map((one) => one.id) });
      expect([status, body.result.stage]).toEqual([200, 'to_review']);
      expect(new Set(body.result.loan.queries.map((one: Loan['queries'][number]) => one.state))).toEqual(
        new Set(['accepted']),
      );
      expect(body.result.can_push).toBe(true);
    });

    it('is asked about again, which is a question of the next round', async () => {
      const { shown, ...opened } = await answered();
      const first = idOf(shown, pan);
      const again = { query_id: first, reason: 'mismatch' as const, message: 'Still not' };
      const { body } = await act(opened.id, {
        ask_again: [again],
        accept: [idOf(shown, 'personal_details.name')],
      });
      expect(body.result.stage).toBe('sent_back');
      const states = body.result.loan.queries.filter((one: Loan['queries'][number]) => one.field === pan);
      expect(
        states.map((one: Loan['queries'][number]) => [one.round, one.state, one.message]).sort(),
      ).toEqual([
        [1, 'asked_again', 'Please look again'],
        [2, 'raised', 'Still not'],
      ]);
      // The change of the first round does not answer the second.
      expect(await refusedAt(save(opened, {}), 400)).toEqual([pan]);
      expect((await save(opened, { [pan]: 'ABCDE8888F' })).status).toBe(200);
      const after = await read(opened.id);
      expect(after.changes).toEqual([
        { field: pan, before: 'ABCDE7777F', after: 'ABCDE8888F', query_id: idOf(after, pan) },
      ]);
      expect(after.loan.queries.find(({ id }) => id === idOf(after, pan))?.round).toBe(2);
    });

    it('is decided once', async () => {
      const { id, shown } = await answered();
      const [one, other] = [idOf(shown, pan), idOf(shown, 'personal_details.name')];
      const again = { query_id: one, reason: 'other' as const, message: 'Again' };
      await unchangedBy(id, async () => {
        expect(await refusedAt(act(id, { accept: [one, one] }), 400)).toEqual(['accept.1']);
        expect(await refusedAt(act(id, { accept: [one], ask_again: [again] }), 400)).toEqual([
          'ask_again.0.query_id',
        ]);
        expect(await errorsOf(act(id, { ask_again: [{ ...again, message: ' ' }] }), 400)).toEqual([
          ['ask_again.0.message', 'review.error.message.required'],
        ]);
        expect(await refusedAt(act(id, { accept: [one, randomUUID()], withdraw: ['x'] }), 404)).toEqual([
          'withdraw.0',
          'accept.1',
        ]);
      });
      expect((await act(id, { accept: [one], withdraw: [other] })).status).toBe(200);
      await unchangedBy(id, async () => {
        expect(await refusedAt(act(id, { accept: [one], withdraw: [other] }), 409)).toEqual([
          'withdraw.0',
          'accept.0',
        ]);
        expect(await refusedAt(act(id, { ask_again: [again] }), 409)).toEqual(['ask_again.0.query_id']);
      });
    });

    it('cannot be accepted before it is given', async () => {
      const opened = await submitted(given.app);
      const shown = await flag(opened, pan);
      const again = { query_id: idOf(shown, pan), reason: 'other' as const, message: 'Again' };
      expect(await refusedAt(act(opened.id, { accept: [again.query_id] }), 409)).toEqual(['accept.0']);
      expect(await refusedAt(act(opened.id, { ask_again: [again] }), 409)).toEqual(['ask_again.0.query_id']);
      const other = await submitted(given.app);
      expect(await refusedAt(act(other.id, { accept: [again.query_id] }), 404)).toEqual(['accept.0']);
    });

    it('can be accepted, but not asked about, once the lender has approved', async () => {
      const { id, token, shown } = await answered();
      await push(given.app, { id, token, loan: shown.loan });
      const again = { query_id: idOf(shown, pan), reason: 'other' as const, message: 'Again' };
      expect(await refusedAt(act(id, { ask_again: [again] }), 409)).toEqual(['ask_again.0.query_id']);
      const { status, body } = await act(id, { accept: [idOf(shown, pan)] });
      expect([status, body.result.stage]).toEqual([200, 'approved']);
    });
  });
});
