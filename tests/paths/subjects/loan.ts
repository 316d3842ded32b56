/** The life cycle of a loan, as its paths are made. */
import { reviewableStatuses } from '../../../domain/loan/lock.ts';
import { hasVerdict, isEditable, verdictCanChange } from '../../../domain/loan/status.ts';
import { type LoanEvent, loanStatusMachine } from '../../../machines/loan.ts';
import { type EventFixtures, subject } from '../subject.ts';
import { at } from './end-states.ts';
import { nothing } from './outcomes.ts';

const events: EventFixtures<typeof loanStatusMachine> = {
  'application.submitted': nothing,
  'queries.answered': nothing,
  'push.started': nothing,
  'push.abandoned': nothing,
  'consent.withdrawn': nothing,
  'lender.silent': nothing,
  'lender.failed': nothing,
  'lender.answered.approved': nothing,
  'lender.answered.rejected': nothing,
  'lender.answered.pending': nothing,
  'lender.answered.in_progress': nothing,
  'lender.answered.under_review': nothing,
};

const all = Object.keys(events) as LoanEvent['type'][];
const verdicts = all.filter((type) => type.startsWith('lender.answered.'));

const pushed = ['application.submitted', 'push.started'];
const start = 'a loan that was created';

export const loan = subject<typeof loanStatusMachine>({
  name: 'loan',
  machine: loanStatusMachine,
  starts: { [start]: () => undefined },
  events,
  answers: {},
  stateKey: () => null,
  invariants: {
    'a loan that has ended does not change': (snapshot) =>
      !['approved', 'rejected'].includes(snapshot.value) || all.every((type) => !snapshot.can({ type })),
    'the lender answers what it has, and may change a verdict that is not final': (snapshot) =>
      verdicts.every(
        (type) =>
          snapshot.can({ type }) === (snapshot.value === 'with_lender' || verdictCanChange(snapshot.value)),
      ),
    'the lender is silent only about what it has': (snapshot) =>
      snapshot.can({ type: 'lender.silent' }) === (snapshot.value === 'with_lender'),
    'the lender refuses what it has, also after a verdict that is not final': (snapshot) =>
      snapshot.can({ type: 'lender.failed' }) ===
      (snapshot.value === 'with_lender' || verdictCanChange(snapshot.value)),
    'an application leaves the lender even without an answer': (snapshot) =>
      snapshot.value !== 'with_lender' ||
      (snapshot.can({ type: 'push.abandoned' }) && snapshot.can({ type: 'lender.silent' })),
    'only a submitted application goes to the lender': (snapshot) =>
      snapshot.can({ type: 'push.started' }) === (snapshot.value === 'submitted'),
    'only an editable application can be submitted': (snapshot) =>
      snapshot.can({ type: 'application.submitted' }) === isEditable(snapshot.value),
    'queries are answered where a reviewer can raise them': (snapshot) =>
      snapshot.can({ type: 'queries.answered' }) === reviewableStatuses.includes(snapshot.value),
    'an application leaves a lender that has not decided where its consent is withdrawn': (snapshot) =>
      snapshot.can({ type: 'consent.withdrawn' }) === verdictCanChange(snapshot.value),
    'after a verdict there is no further push without new answers': (snapshot) =>
      !hasVerdict(snapshot.value) ||
      !(snapshot.can({ type: 'push.started' }) || snapshot.can({ type: 'application.submitted' })),
  },
  journeys: [
    { shows: 'a submitted application goes to the lender', start, words: pushed, ends: at('with_lender') },
    ...(['approved', 'rejected', 'pending', 'in_progress', 'under_review'] as const).map((verdict) => ({
      shows: `the lender's answer '${verdict}' is the loan's status`,
      start,
      words: [...pushed, `lender.answered.${verdict}`],
      ends: at(verdict),
    })),
    {
      shows: 'without an answer the application can be changed, and is pushed again',
      start,
      words: [...pushed, 'lender.silent', ...pushed, 'lender.answered.approved'],
      ends: at('approved'),
    },
    {
      shows: 'a pending loan is approved once the lender is asked again',
      start,
      words: [...pushed, 'lender.answered.pending', 'lender.answered.approved'],
      ends: at('approved'),
    },
    {
      shows: 'answers to a reviewer submit an undecided application again',
      start,
      words: [...pushed, 'lender.answered.pending', 'queries.answered'],
      ends: at('submitted'),
    },
    {
      shows: 'without a lender that may be asked a pending application waits for the next Submit',
      start,
      words: [...pushed, 'lender.answered.pending', 'consent.withdrawn', ...pushed],
      ends: at('with_lender'),
    },
    {
      shows: 'where every lender has turned it down without a final verdict it waits for the next Submit',
      start,
      words: [...pushed, 'lender.answered.pending', 'lender.failed', ...pushed],
      ends: at('with_lender'),
    },
  ],
});
