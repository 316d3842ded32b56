/** The loan as it is read, and its students as they are saved. */
import { lockOf } from '../../domain/access.ts';
import { todayInIndia } from '../../domain/dates.ts';
import { readSnapshot, transaction } from '../db/open.ts';
import type { Handlers } from '../handler.ts';
import { loanOnWire, queriesOf, readLoan } from '../loans/read.ts';
import { refuseServerFields } from '../loans/refusals.ts';
import {
  changeLoan,
  deleteDrafts,
  findLoanRow,
  loanClosed,
  lockLoan,
  withAbandonedPushEnded,
} from '../loans/row.ts';
import { writeStudents } from '../loans/students.ts';
import { Problem } from '../problem.ts';

export const studentHandlers = {
  async getLoan(_, { db, clock, loan, record }) {
    if (loan.status !== 'with_lender') return { success: true, result: loanOnWire(record) };
    await withAbandonedPushEnded(db, loan, clock.now());
    const result = await readSnapshot(db, async (tx) => readLoan(tx, await findLoanRow(tx, loan.id)));
    return { success: true, result };
  },

  async saveStudents({ body: { data } }, { db, clock, loan: { id } }) {
    const now = clock.now();
    const result = await transaction(db, async (tx) => {
      const loan = await lockLoan(tx, id, now);
      const lock = lockOf({ status: loan.status, queries: await queriesOf(tx, id) });
      if (lock.mode === 'locked') throw loanClosed(loan.status);
      const { changes } = await writeStudents(
        tx,
        loan,
        lock,
        { today: todayInIndia(now), applicantMobile: loan.mobile },
        {
          institutionId: data['el_details.institution_id'],
          students: data['el_details.students'] ?? [],
          deleted: data['el_details.deleted_students'] ?? [],
        },
      );
      refuseServerFields(data, {
        'el_details.order_value': changes.orderValue,
        'el_details.course_id': changes.courseId,
      });
      // What answers a reviewer is submitted as a whole (decision 25), so that no change goes unsaid.
      if (lock.mode === 'queried')
        throw new Problem(409, 'In query mode the students are saved with the application');
      const after = await changeLoan(tx, loan, changes, now);
      await deleteDrafts(tx, id, ['students']);
      return readLoan(tx, after);
    });
    return { success: true, result };
  },
} satisfies Partial<Handlers>;
