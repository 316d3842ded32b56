/** The wizard's actors that work on a loan which is open, apart from the first screen, which has none. */
import { fromPromise } from 'xstate';
import { embeddedLenderId } from '../../domain/lenders.ts';
import { pushOf } from '../../domain/push.ts';
import type { ActorsOf } from '../../machines/provide-actors.ts';
import type { wizardMachine } from '../../machines/wizard.ts';
import type { Call } from '../api/call.ts';
import type { TabStore } from '../apply/services.ts';
import { provideDrafts } from './drafts.ts';

export type LoanActors = Pick<
  ActorsOf<typeof wizardMachine>,
  'findInstitution' | 'saveStudents' | 'loadEmiOptions' | 'saveApplication' | 'askLender' | 'draft'
>;

export const createLoanActors = (call: Call, tab: TabStore): LoanActors => ({
  findInstitution: fromPromise(({ input: { id }, signal }) =>
    call('getInstitute', { path: { id } }, { signal }),
  ),
  saveStudents: fromPromise(({ input: { loanId, changes }, signal }) =>
    call('saveStudents', { path: { id: loanId }, body: { data: changes } }, { signal }),
  ),
  loadEmiOptions: fromPromise(({ input: { courseId }, signal }) =>
    call('listEmiOptions', { path: { id: courseId } }, { signal }),
  ),
  saveApplication: fromPromise(({ input: { loanId, application }, signal }) =>
    call('saveApplication', { path: { id: loanId }, body: { data: application } }, { signal }),
  ),
  askLender: fromPromise(({ input: { loan }, signal }) =>
    call('createOnLender', { path: { lender_id: embeddedLenderId }, body: pushOf(loan) }, { signal }),
  ),
  draft: provideDrafts(call, tab),
});
