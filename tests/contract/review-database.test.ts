/** The database's part of the desk: concurrent reviewers, an immutable history, and the search of the queue. */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { loanNumber } from '../../domain/loan/loan-number.ts';
import type { QueueItem, QueuePage, QueueSearch } from '../../domain/values/wire.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { queries, submissions, timeline } from '../../server/db/schema/review.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import type { CookieJar } from './calls.ts';
import {
  application,
  createdLoan,
  decide,
  hybrid,
  push,
  question,
  saveApplication,
  school,
  student,
  submitted,
} from './fixtures.ts';
import { refusedAt, reviewCalls } from './review-calls.ts';

const pan = 'personal_details.pan';
const receipt = 'documents.fee_receipt';

describeOnBothDatabases('the desk', (given) => {
  const { staff, read, act, pushed, historyOf, unchangedBy } = reviewCalls(given);

  describe('two reviewers', () => {
    it('see each other, and the second to decide gets a conflict', async () => {
      const { id } = await submitted(given.app);
      const keep = (jar: CookieJar) => given.app.call('keepPresence', { path: { id }, jar });
      const first = await keep(staff.ravi.jar);
      expect(first.body.result.viewers).toEqual([]);
      const at = given.app.clock.now().toISOString();
      const second = await keep(staff.mala.jar);
      expect(second.body.result.viewers).toEqual([{ name: 'Ravi', seen_at: at }]);
      expect((await read(id)).viewers.map(({ name }) => name)).toEqual(['Mala']);

      const { version } = second.body.result;
      const decided = await decide(given.app, staff.mala.jar, id, { version, raise: [question(pan)] });
      expect(decided.status).toBe(200);
      expect((await keep(staff.ravi.jar)).body.result.version).toBe(decided.body.result.version);
      await unchangedBy(id, async () => {
        expect(await refusedAt(act(id, { version, raise: [question(receipt)] }), 409)).toEqual(['version']);
      });

      given.app.clock.pass(60_000);
      expect((await read(id)).viewers).toEqual([]);
    });

    it('may decide on a version read before the lender was asked and answered', async () => {
      const opened = await submitted(given.app, '0003');
      const { version } = await read(opened.id);
      expect((await push(given.app, opened)).body.result.status).toBe('PENDING');
      expect((await read(opened.id)).version).toBeGreaterThan(version);
      expect((await act(opened.id, { version, raise: [question(pan)] })).status).toBe(200);
      expect(await refusedAt(act(opened.id, { version, raise: [question(receipt)] }), 409)).toEqual([
        'version',
      ]);
    });

    it('decide one after the other, even in parallel calls', async () => {
      const { id } = await submitted(given.app);
      const { version } = await read(id);
      const fields = [pan, receipt, 'personal_details.name', 'personal_details.dob'];
      const answers = await Promise.all(
        fields.map((field, index) =>
          decide(given.app, index % 2 ? staff.ravi.jar : staff.mala.jar, id, {
            version,
            raise: [question(field)],
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect((await read(id)).loan.queries).toHaveLength(1);
    });

    it('get a conflict when the applicant was quicker', async () => {
      const opened = await submitted(given.app);
      const { version } = await read(opened.id);
      expect((await saveApplication(given.app, opened, application('7777'))).status).toBe(200);
      expect(await refusedAt(act(opened.id, { version, raise: [question(pan)] }), 409)).toEqual(['version']);
    });
  });

  describe('the timeline', () => {
    it('the database refuses every change of the timeline and the submissions', async () => {
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

    /** Applications of a separate partner, a minute apart, the third one the oldest. */
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
          index === 3
            ? { institution_id: hybrid.id, institution_course_id: hybrid.course }
            : index === 2
              ? { student_name: 'Ezhil Mani' }
              : {},
        );
        const shared = { path: { id }, token, headers: authorization };
        const students = { 'el_details.institution_id': row.institution_id, 'el_details.students': [row] };
        await given.app.call('saveStudents', { ...shared, body: { data: students } });
        const data = application('1234', {
          'personal_details.name': name.replace(/[^A-Za-z ]/g, ''),
          ...(index === 2 && { 'personal_details.pan': 'QUEUE2468P' }),
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
      const body = { partner: mine.partner, page_length: 50, ...what };
      const answer = await given.app.call('searchApplications', { jar: staff.ravi.jar, body });
      expect(answer.status).toBe(200);
      return answer.body.result;
    };
    const who = ({ items }: QueuePage) => items.map(({ name }) => name.split(' ')[0]);

    it('begins with the application that waits longest, and leaves out drafts and test loans', async () => {
      const page = await search();
      expect(who(page)).toEqual(['Chitra', 'Asha', 'Bala', 'Deepa']);
      expect(page.total).toBe(4);
      expect(page.items[1]).toEqual({
        loan_id: mine.ids[0] ?? '',
        name: 'Asha Raman',
        students: [student({}).student_name],
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
      for (const stage of [undefined, 'to_review'] as const) {
        const what = { page_length: 3, ...(stage && { stage }) };
        const found: string[] = [];
        const first = await search(what);
        const second = await search({ ...what, after: first.next ?? '' });
        found.push(...[...who(first), ...who(second)].filter((name) => name !== undefined));
        expect(found).toEqual(['Chitra', 'Asha', 'Bala', 'Deepa']);
        expect([first.total, second.total, second.next]).toEqual([4, 4, null]);
        const farBehind = '9999999999999999_x';
        expect(await search({ ...what, after: farBehind })).toMatchObject({
          items: [],
          next: null,
          total: 4,
        });
      }
    });

    it.each<[string, Partial<QueueSearch>, string[]]>([
      ['a part of the name', { text: ' RAMAN ' }, ['Asha']],
      ['a percent sign', { text: '100%' }, ['Bala']],
      ['a wildcard of SQL', { text: '_sure' }, ['Bala']],
      ['a mark that nobody has', { text: 'a_a' }, []],
      ['a backslash', { text: '\\' }, []],
      ['the whole mobile number', { text: '+91 98400 21111' }, ['Chitra']],
      ['a part of it', { text: '9840031' }, ['Deepa']],
      ['a part of the name of a student', { text: 'IL man' }, ['Chitra']],
      ['how the name of a student begins', { text: 'ez' }, ['Chitra']],
      ['a whole PAN', { text: 'queue2468p' }, ['Chitra']],
      ['a PAN that nobody has', { text: 'QUEUE2469P' }, []],
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

    it('finds an application by how its mail address begins', async () => {
      const [first] = mine.ids;
      await given.app.db
        .update(loans)
        .set({ email: 'Queue_Asha@parent.example' })
        .where(eq(loans.id, first ?? ''));
      for (const text of ['queue_asha@parent.example', 'QUEUE_A'])
        expect([text, who(await search({ text }))]).toEqual([text, ['Asha']]);
      expect(who(await search({ text: 'parent.example' }))).toEqual([]);
    });

    it('counts no application that it does not list', async () => {
      const ofFirst = eq(loans.id, mine.ids[0] ?? '');
      const [before] = await given.app.db.select().from(loans).where(ofFirst);
      await given.app.db.update(loans).set({ submittedAt: null }).where(ofFirst);
      const { items, total } = await search();
      await given.app.db
        .update(loans)
        .set({ submittedAt: before?.submittedAt ?? null })
        .where(ofFirst);
      expect(total).toBe(items.length);
    });

    it('finds an application by its id and by how that begins', async () => {
      const id = mine.ids[0] ?? '';
      expect(who(await search({ text: id.toUpperCase() }))).toEqual(['Asha']);
      expect(who(await search({ text: id.slice(0, 13) }))).toEqual(['Asha']);
    });

    it('gives the options of the filters', async () => {
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

    it('counts all stages, even if one stage is searched', async () => {
      const [asha = '', , chitra = ''] = mine.ids;
      await act(asha, { raise: [question(pan), question(receipt)] });
      await given.app.call('keepPresence', { path: { id: chitra }, jar: staff.mala.jar });
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
