/** The desk pushes an application, opens its documents, and records every act. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { DocumentType } from '../../domain/values/wire.ts';
import { submissions } from '../../server/db/schema/review.ts';
import { openAddress } from './addresses.ts';
import { describeOnPostgres } from './both-databases.ts';
import { application, decide, hybrid, push, saveStudents, student, submitted } from './fixtures.ts';
import { idOf, reviewCalls } from './review-calls.ts';
import { contentOf, upload } from './uploads.ts';

const pan = 'personal_details.pan';
const receipt = 'documents.fee_receipt';

describeOnPostgres('the desk', (given) => {
  const { staff, read, act, flag, save, pushed, historyOf, unchangedBy } = reviewCalls(given);

  describe('a push by staff', () => {
    it('is possible only while the lender has not answered', async () => {
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

    it('is refused while a question is open', async () => {
      const opened = await submitted(given.app);
      await flag(opened, pan);
      await unchangedBy(opened.id, async () => {
        expect((await pushed(opened.id)).status).toBe(409);
        expect((await push(given.app, opened)).status).toBe(409);
      });
    });

    it('sends the submitted and read version, and is refused while a change is not submitted', async () => {
      const opened = await submitted(given.app);
      const { version } = await read(opened.id);
      const [row] = opened.loan.el_details.students;
      const changed = { ...row, student_roll_no: '77' };
      await saveStudents(given.app, opened, { 'el_details.students': [changed as typeof row & object] });
      expect((await read(opened.id)).can_push).toBe(false);
      expect((await pushed(opened.id, staff.ravi.jar, version)).status).toBe(409);
      expect((await pushed(opened.id)).status).toBe(409);
      // A reviewer's later read does not make it submitted.
      const asked = await flag(opened, pan);
      await act(opened.id, { withdraw: [idOf(asked, pan)] });
      expect((await read(opened.id)).can_push).toBe(false);
      expect((await pushed(opened.id)).status).toBe(409);
      await save(opened, application());
      expect((await pushed(opened.id, staff.ravi.jar, version)).status).toBe(409);
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
      given.app.call('addressOfContent', {
        path: { document_type: 'fee_receipt', ...path },
        jar: staff.ravi.jar,
      });
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

    it('a document added after Submit is kept as it was when the application was sent back', async () => {
      const opened = await submitted(given.app);
      const give = async (bytes: number, type?: DocumentType): Promise<string> =>
        (await upload(given.app, opened, contentOf('png', [bytes]), type)).body.result.content.e_tag;
      const orphan = await give(1);
      const before = await give(2);
      const photo = await give(3, 'pan_photo');
      await flag(opened, receipt);
      // Data that has not changed since is stored once.
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
      await decide(given.app, staff.mala.jar, opened.id, {
        accept: [idOf(shown, roll), idOf(shown, receipt)],
        ask_again: [again],
      });
      const second = await save(opened, { [pan]: 'ABCDE1234F' });
      await push(given.app, { ...opened, loan: second.body.result });
      await act(opened.id, { accept: [idOf(await read(opened.id), pan)] });

      const history = await historyOf(opened.id);
      const acts = history.filter(({ act }) => !act.startsWith('message.'));
      expect(
        acts.map((one) => [one.actor_name ?? one.actor, one.act, one.field, one.before, one.after]),
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
      const raised = acts.find((one) => one.act === 'query.asked_again');
      expect(raised?.details).toMatchObject({ reason: 'mismatch', message: 'Still not', round: 2 });
      expect(acts.at(-1)?.at).toBe(given.app.clock.now().toISOString());
    });
  });
});
