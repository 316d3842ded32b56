/** The reviewer's desk: the queue, what is asked and decided, and what is kept of it (decisions 6 and 23 to 26). */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../domain/limits.ts';
import { loanNumber } from '../../domain/loan-number.ts';
import type { QueueItem, QueuePage, QueueSearch, TimelineEntry } from '../../domain/review-wire.ts';
import type { DocumentType, Loan } from '../../domain/wire.ts';
import { lenderLoans, loans, messages, queries, submissions, timeline } from '../../server/db/schema.ts';
import { createTestPartner } from '../../server/testing.ts';
import { openAddress } from './addresses.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import type { Answer, CookieJar } from './calls.ts';
import { signInAs } from './desk.ts';
import {
  application,
  createdLoan,
  decide,
  hybrid,
  readReviewedApplication,
  type CreatedLoan,
  push,
  question,
  readLoan,
  saveApplication,
  saveStudents,
  school,
  sentBack,
  student,
  submitted,
  withStudent,
} from './fixtures.ts';
import { contentOf, upload } from './uploads.ts';

const pan = 'personal_details.pan';
const receipt = 'documents.fee_receipt';

describeOnBothDatabases('the desk', (given) => {
  let ravi: { jar: CookieJar; id: string };
  let mala: { jar: CookieJar; id: string };
  beforeAll(async () => {
    ravi = await signInAs(given.app, 'Ravi');
    mala = await signInAs(given.app, 'Mala');
  });

  const read = (id: string) => readReviewedApplication(given.app, ravi.jar, id);
  const act = (id: string, acts: Parameters<typeof decide>[3]) => decide(given.app, ravi.jar, id, acts);
  const flag = (loan: CreatedLoan, ...fields: string[]) => sentBack(given.app, ravi.jar, loan, fields);
  const save = (loan: CreatedLoan, data: object) =>
    saveApplication(given.app, loan, { customerConsent: true, ...data });
  const pushed = async (id: string, jar = ravi.jar, version?: number) => {
    const body = { version: version ?? (await read(id)).version };
    return given.app.call('pushApplication', { path: { id }, jar, body });
  };
  const historyOf = async (id: string): Promise<TimelineEntry[]> => {
    const { status, body } = await given.app.call('getTimeline', { path: { id }, jar: ravi.jar });
    expect(status).toBe(200);
    return body.result;
  };
  const errorsOf = async (answer: Promise<Answer>, wanted: number): Promise<[string, string][]> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBe(wanted);
    return (body.errors ?? []).map(({ field, code }: { field: string; code: string }) => [field, code]);
  };
  const refusedAt = async (answer: Promise<Answer>, wanted: number) =>
    (await errorsOf(answer, wanted)).map(([field]) => field);
  /** Nothing in the database tells that the call was made. */
  const unchangedBy = async (id: string, work: () => Promise<void>) => {
    const before = [await read(id), await historyOf(id)];
    await work();
    expect([await read(id), await historyOf(id)]).toEqual(before);
  };
  const idOf = ({ loan }: { loan: Loan }, field: string): string => {
    const query = loan.queries.findLast((one) => one.field === field);
    if (!query) throw new Error(`Nobody asked about ${field}`);
    return query.id;
  };

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
      const jar = ravi.jar;
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

  describe('a question', () => {
    it('sends the application back, and the applicant is told once for each channel', async () => {
      const opened = await submitted(given.app);
      const { version } = await read(opened.id);
      const shown = await flag(opened, pan, receipt);
      expect(shown).toMatchObject({ stage: 'sent_back', can_ask: true, can_push: false });
      expect(shown.version).toBeGreaterThan(version);
      expect(shown.loan.queries.map(({ field, state, round }) => [field, state, round]).sort()).toEqual([
        [receipt, 'raised', 1],
        [pan, 'raised', 1],
      ]);
      const told = await given.app.db
        .select()
        .from(messages)
        .where(and(eq(messages.loanId, opened.id), eq(messages.template, 'application.sentBack')));
      expect(told.map(({ channel, recipient }) => [channel, recipient]).sort()).toEqual([
        ['email', 'meena@parent.example'],
        ['sms', '9840012345'],
      ]);
      for (const { text } of told) expect(text).toContain(`/loan/${opened.id}?api_key=`);
      const [row] = await given.app.db.select().from(queries).where(eq(queries.loanId, opened.id));
      expect(row?.raisedBy).toBe(ravi.id);
    });

    it('needs a field that the application has', async () => {
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

    it('needs words, and not too many', async () => {
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

    it('is one per field at a time', async () => {
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
    ])('comes too late for PAN %s, which is %s', async (digits, status) => {
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
    ])('can still be asked for PAN %s, which is %s', async (digits, status) => {
      const opened = await submitted(given.app, digits);
      await push(given.app, opened);
      expect(await read(opened.id)).toMatchObject({ stage: 'to_review', loan: { status }, can_push: false });
      expect((await flag(opened, pan)).stage).toBe('sent_back');
      expect((await readLoan(given.app, opened)).status).toBe(status);
    });

    it('waits while the lender is asked, and no longer when whoever asked has died', async () => {
      const opened = await submitted(given.app, '0504');
      await push(given.app, opened);
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

    it('is shown as what changed, with the question that it answers', async () => {
      const { shown } = await answered();
      expect(shown).toMatchObject({ stage: 'answered', can_push: true, can_ask: true });
      expect(shown.changes).toEqual([
        { field: pan, before: 'ABCDE1234F', after: 'ABCDE7777F', query_id: idOf(shown, pan) },
      ]);
      expect(shown.submissions.map(({ number }) => number)).toEqual([1, 2]);
      expect(shown.loan.queries.find(({ answer }) => answer)?.answer).toBe('As in Aadhaar');
    });

    it('is accepted, and then the application is to be reviewed', async () => {
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

    it('cannot be accepted before it is there', async () => {
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

  describe('two reviewers', () => {
    it('see each other, and the second to decide is told', async () => {
      const { id } = await submitted(given.app);
      const keep = (jar: CookieJar) => given.app.call('keepPresence', { path: { id }, jar });
      const first = await keep(ravi.jar);
      expect(first.body.result.viewers).toEqual([]);
      const at = given.app.clock.now().toISOString();
      const second = await keep(mala.jar);
      expect(second.body.result.viewers).toEqual([{ name: 'Ravi', seen_at: at }]);
      expect((await read(id)).viewers.map(({ name }) => name)).toEqual(['Mala']);

      const { version } = second.body.result;
      const decided = await decide(given.app, mala.jar, id, { version, raise: [question(pan)] });
      expect(decided.status).toBe(200);
      expect((await keep(ravi.jar)).body.result.version).toBe(decided.body.result.version);
      await unchangedBy(id, async () => {
        expect(await refusedAt(act(id, { version, raise: [question(receipt)] }), 409)).toEqual(['version']);
      });

      given.app.clock.pass(60_000);
      expect((await read(id)).viewers).toEqual([]);
    });

    it('may decide on what was read before the lender was asked and answered', async () => {
      const opened = await submitted(given.app, '0003');
      const { version } = await read(opened.id);
      expect((await push(given.app, opened)).body.result.status).toBe('PENDING');
      expect((await read(opened.id)).version).toBeGreaterThan(version);
      expect((await act(opened.id, { version, raise: [question(pan)] })).status).toBe(200);
      expect(await refusedAt(act(opened.id, { version, raise: [question(receipt)] }), 409)).toEqual([
        'version',
      ]);
    });

    it('decide one after the other, however they hurry', async () => {
      const { id } = await submitted(given.app);
      const { version } = await read(id);
      const fields = [pan, receipt, 'personal_details.name', 'personal_details.dob'];
      const answers = await Promise.all(
        fields.map((field, index) =>
          decide(given.app, index % 2 ? ravi.jar : mala.jar, id, { version, raise: [question(field)] }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect((await read(id)).loan.queries).toHaveLength(1);
    });

    it('are told as well when the applicant was quicker', async () => {
      const opened = await submitted(given.app);
      const { version } = await read(opened.id);
      expect((await saveApplication(given.app, opened, application('7777'))).status).toBe(200);
      expect(await refusedAt(act(opened.id, { version, raise: [question(pan)] }), 409)).toEqual(['version']);
    });
  });

  describe('a push by staff', () => {
    it('is for what has no answer of the lender yet', async () => {
      const opened = await submitted(given.app, '0504');
      expect((await push(given.app, opened)).status).toBe(504);
      expect((await read(opened.id)).can_push).toBe(true);
      const { status, body } = await pushed(opened.id);
      expect([status, body.result.status]).toEqual([200, 'APPROVED']);
      expect((await pushed(opened.id)).status).toBe(409);
      const asked = (await historyOf(opened.id)).filter((entry) => entry.act === 'lender.asked');
      expect(asked.map(({ actor, actor_name, details }) => [actor, actor_name, details])).toEqual([
        ['applicant', null, { lender_id: 15, submission: 1 }],
        ['reviewer', 'Ravi', { lender_id: 15, submission: 1 }],
      ]);
    });

    it('waits for the answers to what was asked', async () => {
      const opened = await submitted(given.app);
      await flag(opened, pan);
      await unchangedBy(opened.id, async () => {
        expect((await pushed(opened.id)).status).toBe(409);
        expect((await push(given.app, opened)).status).toBe(409);
      });
    });

    it('sends what was submitted and read, and nothing that has changed since', async () => {
      const opened = await submitted(given.app);
      const { version } = await read(opened.id);
      const [row] = opened.loan.el_details.students;
      const changed = { ...row, student_roll_no: '77' };
      await saveStudents(given.app, opened, { 'el_details.students': [changed as typeof row & object] });
      expect((await read(opened.id)).can_push).toBe(false);
      expect((await pushed(opened.id, ravi.jar, version)).status).toBe(409);
      expect((await pushed(opened.id)).status).toBe(409);
      // That a reviewer has read it since does not make it submitted.
      const asked = await flag(opened, pan);
      await act(opened.id, { withdraw: [idOf(asked, pan)] });
      expect((await read(opened.id)).can_push).toBe(false);
      expect((await pushed(opened.id)).status).toBe(409);
      await save(opened, application());
      expect((await pushed(opened.id, ravi.jar, version)).status).toBe(409);
      expect((await pushed(opened.id)).status).toBe(200);
    });

    it('needs an application that is whole', async () => {
      const opened = await submitted(given.app);
      // Another course: the plan that was chosen is offered no more.
      const [row] = opened.loan.el_details.students;
      const moved = {
        ...student({ institution_id: hybrid.id, institution_course_id: hybrid.course }),
        id: row?.id,
      };
      const { status } = await saveStudents(given.app, opened, {
        'el_details.institution_id': hybrid.id,
        'el_details.students': [moved],
      });
      expect(status).toBe(200);
      expect((await pushed(opened.id)).status).toBe(409);
    });
  });

  describe('a document', () => {
    const addressOf = (path: Record<string, string>) =>
      given.app.call('addressOfContent', { path: { document_type: 'fee_receipt', ...path }, jar: ravi.jar });
    const bytesOf = async (path: Record<string, string>) => {
      const { status, body } = await addressOf(path);
      expect(status, JSON.stringify(body)).toBe(200);
      return openAddress(given.app, body.result.address);
    };

    it('is read as it is and as it was submitted before, and no other', async () => {
      const opened = await submitted(given.app);
      const first = (await upload(given.app, opened, contentOf('pdf', [1, 1]))).body.result.content.e_tag;
      await save(opened, application());
      given.app.clock.pass(1000);
      await flag(opened, receipt);
      const orphan = (await upload(given.app, opened, contentOf('png', [2, 2]))).body.result.content.e_tag;
      const second = (await upload(given.app, opened, contentOf('png', [3, 3]))).body.result.content.e_tag;
      await save(opened, {});

      const shown = await read(opened.id);
      expect(shown.changes).toEqual([
        { field: receipt, before: first, after: second, query_id: idOf(shown, receipt) },
      ]);
      const shownReceipt = shown.documents.find(({ type }) => type === 'fee_receipt');
      expect(shownReceipt?.contents.map((one) => [one.e_tag, one.content_type, one.submitted])).toEqual([
        [second, 'image/png', true],
        [first, 'application/pdf', true],
      ]);
      const old = await bytesOf({ id: opened.id, e_tag: first });
      expect([old.status, old.body, old.headers['content-type']]).toEqual([
        200,
        contentOf('pdf', [1, 1]),
        'application/pdf',
      ]);
      expect(old.headers['content-disposition']).toMatch(/^inline; filename="fee_receipt-[0-9a-f]{8}\.pdf"/);
      expect((await bytesOf({ id: opened.id, e_tag: second })).body).toEqual(contentOf('png', [3, 3]));
      expect((await addressOf({ id: opened.id, e_tag: orphan })).status).toBe(404);
      const other = await submitted(given.app);
      expect((await addressOf({ id: other.id, e_tag: first })).status).toBe(404);
    });

    it('that came after the application is kept as it was when that was sent back', async () => {
      const opened = await submitted(given.app);
      const give = async (bytes: number, type?: DocumentType): Promise<string> =>
        (await upload(given.app, opened, contentOf('png', [bytes]), type)).body.result.content.e_tag;
      const orphan = await give(1);
      const before = await give(2);
      const photo = await give(3, 'pan_photo');
      await flag(opened, receipt);
      // What has not changed since is kept once.
      await flag(opened, pan);
      const after = await give(4);
      expect((await save(opened, { [pan]: 'ABCDE7777F' })).status).toBe(200);

      const shown = await read(opened.id);
      expect(shown.changes).toEqual([
        { field: receipt, before, after, query_id: idOf(shown, receipt) },
        { field: pan, before: 'ABCDE1234F', after: 'ABCDE7777F', query_id: idOf(shown, pan) },
      ]);
      const contentsOf = (wanted: DocumentType) =>
        shown.documents
          .find(({ type }) => type === wanted)
          ?.contents.map((one) => [one.e_tag, one.submitted]);
      expect(contentsOf('fee_receipt')).toEqual([
        [after, true],
        [before, true],
      ]);
      expect(contentsOf('pan_photo')).toEqual([[photo, true]]);
      expect((await bytesOf({ id: opened.id, e_tag: before })).body).toEqual(contentOf('png', [2]));
      expect((await bytesOf({ id: opened.id, e_tag: after })).body).toEqual(contentOf('png', [4]));
      expect((await addressOf({ id: opened.id, e_tag: orphan })).status).toBe(404);

      expect(shown.submissions.map(({ number }) => number)).toEqual([1, 2]);
      const history = await historyOf(opened.id);
      const sent = history.filter((entry) => entry.act === 'application.submitted');
      expect(sent.map(({ details }) => details)).toMatchObject([{ number: 1 }, { number: 2 }]);
      const changed = history.filter((entry) => entry.act === 'field.changed');
      expect(changed.map(({ field }) => field).sort()).toEqual([receipt, pan].sort());
      const rows = await given.app.db
        .select()
        .from(submissions)
        .where(eq(submissions.loanId, opened.id))
        .orderBy(submissions.number);
      expect(rows.map(({ number, supplement }) => [number, supplement])).toEqual([
        [1, false],
        [2, true],
        [3, false],
      ]);
    });
  });

  describe('the timeline', () => {
    it('is complete after two rounds, in order, with who, when, old and new value', async () => {
      const opened = await submitted(given.app, '0003');
      const roll = `el_details.students.${opened.loan.el_details.students[0]?.id}.student_roll_no`;
      await upload(given.app, opened, contentOf('pdf', [1]));
      await save(opened, application('0003'));
      expect((await push(given.app, opened)).status).toBe(200);
      given.app.clock.pass(60_000);
      await flag(opened, pan, roll, receipt);
      await upload(given.app, opened, contentOf('pdf', [2]));
      const [row] = opened.loan.el_details.students;
      const first = await save(opened, {
        [pan]: 'ABCDE0004F',
        'el_details.students': [{ ...row, student_roll_no: '600004' }],
      });
      expect(first.status, JSON.stringify(first.body)).toBe(200);
      await push(given.app, { ...opened, loan: first.body.result });
      const shown = await read(opened.id);
      expect(shown.changes.map(({ field }) => field).sort()).toEqual([receipt, roll, pan].sort());
      const again = { query_id: idOf(shown, pan), reason: 'mismatch' as const, message: 'Still not' };
      await decide(given.app, mala.jar, opened.id, {
        accept: [idOf(shown, roll), idOf(shown, receipt)],
        ask_again: [again],
      });
      const second = await save(opened, { [pan]: 'ABCDE1234F' });
      await push(given.app, { ...opened, loan: second.body.result });
      await act(opened.id, { accept: [idOf(await read(opened.id), pan)] });

      const history = await historyOf(opened.id);
      const told = history.filter(({ act }) => !act.startsWith('message.'));
      expect(
        told.map((one) => [one.actor_name ?? one.actor, one.act, one.field, one.before, one.after]),
      ).toEqual([
        ['applicant', 'loan.created', null, null, null],
        ['applicant', 'application.submitted', null, null, null],
        ['applicant', 'document.uploaded', receipt, null, expect.stringMatching(/^[0-9a-f]{64}$/)],
        ['applicant', 'application.submitted', null, null, null],
        ['applicant', 'field.changed', receipt, null, expect.any(String)],
        ['applicant', 'lender.asked', null, null, null],
        ['lender', 'lender.answered', null, null, 'pending'],
        ['Ravi', 'query.raised', pan, null, null],
        ['Ravi', 'query.raised', roll, null, null],
        ['Ravi', 'query.raised', receipt, null, null],
        ['Ravi', 'application.sent_back', null, null, null],
        ['applicant', 'document.replaced', receipt, expect.any(String), expect.any(String)],
        ['applicant', 'application.submitted', null, null, null],
        ['applicant', 'field.changed', receipt, expect.any(String), expect.any(String)],
        ['applicant', 'field.changed', roll, '1204', '600004'],
        ['applicant', 'field.changed', pan, 'ABCDE0003F', 'ABCDE0004F'],
        ['applicant', 'query.answered', receipt, null, null],
        ['applicant', 'query.answered', roll, null, null],
        ['applicant', 'query.answered', pan, null, null],
        ['applicant', 'lender.asked', null, null, null],
        ['lender', 'lender.answered', null, null, 'in_progress'],
        ['Mala', 'query.accepted', roll, null, null],
        ['Mala', 'query.accepted', receipt, null, null],
        ['Mala', 'query.asked_again', pan, null, null],
        ['Mala', 'application.sent_back', null, null, null],
        ['applicant', 'application.submitted', null, null, null],
        ['applicant', 'field.changed', pan, 'ABCDE0004F', 'ABCDE1234F'],
        ['applicant', 'query.answered', pan, null, null],
        ['applicant', 'lender.asked', null, null, null],
        ['lender', 'lender.answered', null, null, 'approved'],
        ['Ravi', 'query.accepted', pan, null, null],
      ]);
      const sentBack = history.filter(({ details }) => details.template === 'application.sentBack');
      expect(sentBack.filter(({ act }) => act === 'message.queued')).toHaveLength(4);
      expect(history.map(({ id }) => id)).toEqual(history.map(({ id }) => id).toSorted((a, b) => a - b));
      const raised = told.find((one) => one.act === 'query.asked_again');
      expect(raised?.details).toMatchObject({ reason: 'mismatch', message: 'Still not', round: 2 });
      expect(told.at(-1)?.at).toBe(given.app.clock.now().toISOString());
    });

    it('and the submissions refuse every change in the database itself', async () => {
      const { id } = await submitted(given.app);
      const { db } = given.app;
      const before = [await historyOf(id), await read(id)];
      const attempts = [
        sql`update ${timeline} set act = 'nothing' where loan_id = ${id}`,
        sql`delete from ${timeline} where loan_id = ${id}`,
        sql`truncate ${timeline}`,
        sql`update ${submissions} set fields = '{}' where loan_id = ${id}`,
        sql`delete from ${submissions} where loan_id = ${id}`,
        sql`truncate ${submissions} cascade`,
        sql`delete from ${loans} where id = ${id}`,
      ];
      for (const attempt of attempts) {
        const error: unknown = await db.execute(attempt).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        expect(error).toMatchObject({ cause: { code: expect.stringMatching(/^23(001|503)$/) } });
      }
      expect([await historyOf(id), await read(id)]).toEqual(before);
    });
  });

  describe('the queue', () => {
    let mine: { partner: string; ids: string[] };
    const names = ['Asha Raman', 'Bala 100%_sure', 'Chitra Devi', 'Deepa Nair', 'Esther Paul'];

    /** Applications of a partner of their own, a minute apart, the third one the oldest. */
    beforeAll(async () => {
      const { db, clock } = given.app;
      const { key, partnerId } = await createTestPartner(db, {
        name: 'Queue school',
        origins: [],
        now: clock.now(),
      });
      const authorization = { authorization: key };
      const ids: string[] = [];
      for (const [index, name] of names.entries()) {
        clock.pass(60_000);
        const test = name.startsWith('Esther');
        const body = { name: 'Someone', phone: `98400${index}1111`, email: 'a@parent.example', test };
        const created = await given.app.call('createLoan', { headers: authorization, body });
        const { loan_id: id, access_token: token } = created.body.result;
        ids.push(id);
        const row = student(
          index === 3 ? { institution_id: hybrid.id, institution_course_id: hybrid.course } : {},
        );
        const shared = { path: { id }, token, headers: authorization };
        const students = { 'el_details.institution_id': row.institution_id, 'el_details.students': [row] };
        await given.app.call('saveStudents', { ...shared, body: { data: students } });
        const data = application('1234', {
          'personal_details.name': name.replace(/[^A-Za-z ]/g, ''),
          ...(index === 3 && { 'loan_details.emi_tenure_id': 2_040_103 }),
        });
        const sent = await given.app.call('saveApplication', { ...shared, body: { data } });
        expect(sent.status, JSON.stringify(sent.body)).toBe(200);
        // A name that the rules would not let through shows that a pattern means nothing but itself.
        if (index === 1) {
          await db.update(loans).set({ personalDetails: { name } }).where(eq(loans.id, id));
        }
      }
      await createdLoan(given.app);
      await db
        .update(loans)
        .set({ submittedAt: new Date('2026-07-01T00:00:00Z') })
        .where(eq(loans.id, ids[2] ?? ''));
      mine = { partner: partnerId, ids };
    });

    const search = async (what: Partial<QueueSearch> = {}): Promise<QueuePage> => {
      const body = { partner: mine.partner, page: 1, page_length: 50, ...what };
      const answer = await given.app.call('searchApplications', { jar: ravi.jar, body });
      expect(answer.status).toBe(200);
      return answer.body.result;
    };
    const who = ({ items }: QueuePage) => items.map(({ name }) => name.split(' ')[0]);

    it('begins with what waits longest, and leaves out drafts and test loans', async () => {
      const page = await search();
      expect(who(page)).toEqual(['Chitra', 'Asha', 'Bala', 'Deepa']);
      expect(page.total).toBe(4);
      expect(page.items[1]).toEqual({
        loan_id: mine.ids[0] ?? '',
        name: 'Asha Raman',
        mobile: '9840001111',
        institution_name: school.name,
        partner: 'Queue school',
        status: 'submitted',
        stage: 'to_review',
        test: false,
        order_value: 39_000,
        submitted_at: expect.any(String),
        open_queries: 0,
        answered_queries: 0,
        viewers: [],
      } satisfies QueueItem);
    });

    it('shows test loans alone where they are asked for', async () => {
      expect(who(await search({ test: true }))).toEqual(['Esther']);
    });

    it('comes in pages', async () => {
      const pages = [1, 2, 3].map((page) => search({ page, page_length: 2 }));
      expect((await Promise.all(pages)).map(who)).toEqual([['Chitra', 'Asha'], ['Bala', 'Deepa'], []]);
      expect((await search({ page: 100_000, page_length: 100 })).total).toBe(4);
    });

    it.each<[string, Partial<QueueSearch>, string[]]>([
      ['a part of the name', { text: ' RAMAN ' }, ['Asha']],
      ['a percent sign', { text: '100%' }, ['Bala']],
      ['a wildcard of SQL', { text: '_sure' }, ['Bala']],
      ['a mark that nobody has', { text: 'a_a' }, []],
      ['a backslash', { text: '\\' }, []],
      ['the whole mobile number', { text: '+91 98400 21111' }, ['Chitra']],
      ['a part of it', { text: '9840031' }, ['Deepa']],
      ['a status', { status: 'submitted', text: 'Asha' }, ['Asha']],
      ['a status that none has', { status: 'approved' }, []],
      ['drafts', { status: 'draft' }, []],
      ['an institution', { institution_id: 204 }, ['Deepa']],
      ['an institution that there is not', { institution_id: 999_999_999_999 }, []],
      ['a partner that there is not', { partner: 'nobody' }, []],
    ])('finds %s', async (_, what, found) => {
      const page = await search(what);
      expect(who(page)).toEqual(found);
      expect(page.total).toBe(found.length);
    });

    it('finds an application by the number that its applicant reads out', async () => {
      const number = loanNumber(mine.ids[0] ?? '');
      expect(who(await search({ text: number }))).toEqual(['Asha']);
      expect(who(await search({ text: number.replaceAll(' ', '') }))).toEqual(['Asha']);
    });

    it('finds an application by its id and by how that begins', async () => {
      const id = mine.ids[0] ?? '';
      expect(who(await search({ text: id.toUpperCase() }))).toEqual(['Asha']);
      expect(who(await search({ text: id.slice(0, 13) }))).toEqual(['Asha']);
    });

    it('says what the filters offer', async () => {
      const page = await search();
      expect(page.partners).toEqual(
        expect.arrayContaining([
          { id: mine.partner, name: 'Queue school' },
          { id: 'demo', name: 'Demo' },
        ]),
      );
      expect(page.institutions).toEqual(
        expect.arrayContaining([
          { id: school.id, name: school.name },
          { id: 204, name: 'Silverpine Grove International School' },
        ]),
      );
      expect((await search({ test: true })).partners).toEqual([{ id: mine.partner, name: 'Queue school' }]);
    });

    it('counts all stages, whatever stage is searched', async () => {
      const [asha = '', , chitra = ''] = mine.ids;
      await act(asha, { raise: [question(pan), question(receipt)] });
      await given.app.call('keepPresence', { path: { id: chitra }, jar: mala.jar });
      const counts = {
        to_review: 3,
        answered: 0,
        sent_back: 1,
        with_lender: 0,
        approved: 0,
        rejected: 0,
      };
      const back = await search({ stage: 'sent_back' });
      expect([who(back), back.total, back.counts]).toEqual([['Asha'], 1, counts]);
      expect(back.items[0]).toMatchObject({ stage: 'sent_back', open_queries: 2, answered_queries: 0 });
      const rest = await search({ stage: 'to_review' });
      expect([who(rest), rest.total, rest.counts]).toEqual([['Chitra', 'Bala', 'Deepa'], 3, counts]);
      expect(rest.items[0]?.viewers).toEqual(['Mala']);
      expect((await search({ stage: 'to_review', text: 'Asha' })).counts).toMatchObject({
        to_review: 0,
        sent_back: 1,
      });

      const { queries: open } = (await read(asha)).loan;
      await given.app.db.update(queries).set({ state: 'answered' }).where(eq(queries.loanId, asha));
      expect(open).toHaveLength(2);
      expect((await search({ stage: 'answered' })).items[0]).toMatchObject({
        open_queries: 0,
        answered_queries: 2,
      });
      await pushed(chitra);
      expect((await search()).counts).toEqual({
        ...counts,
        answered: 1,
        sent_back: 0,
        to_review: 2,
        approved: 1,
      });
    });
  });
});
