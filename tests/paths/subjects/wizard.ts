/** The wizard, as its paths are made. */
import type { SnapshotFrom } from 'xstate';
import { lenderRefusalCode } from '../../../domain/lending/lender.ts';
import { stepOfField } from '../../../domain/pages/steps.ts';
import { lockOf } from '../../../domain/loan/lock.ts';
import { hasVerdict } from '../../../domain/loan/status.ts';
import { places } from '../../../domain/pages/steps.ts';
import { isInQueryMode, placeOf, type WizardInput, wizardMachine } from '../../../machines/wizard.ts';
import { type AnswerFixtures, type EventFixtures, subject } from '../subject.ts';
import { journeys } from './wizard-journeys.ts';
import {
  answeredQuery,
  emptyLoan,
  institution,
  loanId,
  ok,
  openQuery,
  option,
  documentQuery,
  pendingWith,
  refused,
  results,
  rollNumberQuery,
  secondRound,
  student,
  unreachable,
  withPlan,
  withStudents,
} from './wizard-loans.ts';

type Snapshot = SnapshotFrom<typeof wizardMachine>;

/** The actors' answers, by the names that paths show; drafts and look-ups have separate paths. */
const answers: AnswerFixtures<typeof wizardMachine> = {
  findEarlierLoan: { none: ok(null), 'one begun today': ok({ loanId, institution: null }), unreachable },
  checkEmail: { 'the address is good': ok(true), 'the address is bad': ok(false), unreachable },
  createLoan: {
    created: ok({ loan_id: loanId, access_token: 't' }),
    refused: refused(400),
  },
  readLoan: {
    'a new loan': ok(emptyLoan),
    'a new loan with a locked institution': ok({ ...emptyLoan, locked_institute_id: 101 }),
    'students saved': ok(withStudents('draft')),
    'students saved, another fee': ok({
      ...withStudents('draft', { loan_details: withPlan }),
      el_details: { ...withStudents('draft').el_details, order_value: 66_000 },
    }),
    'students saved, plan chosen': ok(withStudents('draft', { loan_details: withPlan })),
    'a push under way': ok(withStudents('with_lender', { loan_details: withPlan })),
    approved: ok(withStudents('approved', { lender_result: results.approved })),
    pending: ok(pendingWith({})),
    'a query open': ok(pendingWith({ queries: [openQuery] })),
    'queries open on both steps': ok(pendingWith({ queries: [openQuery, rollNumberQuery] })),
    'a document asked about': ok(pendingWith({ queries: [documentQuery] })),
    'queries answered': ok(pendingWith({ queries: [answeredQuery] })),
    'queries answered, not with the lender yet': ok(
      withStudents('submitted', { loan_details: withPlan, queries: [answeredQuery] }),
    ),
    'a second round': ok(pendingWith({ queries: secondRound })),
    'not found': refused(404),
    unreachable,
  },
  findInstitution: { found: ok(institution), 'not found': refused(404), unreachable },
  saveStudents: {
    saved: ok(withStudents('draft')),
    'saved, plan cleared': ok(
      withStudents('draft', { el_details: { ...withStudents('draft').el_details, course_id: 1002 } }),
    ),
    'others are saved': { ...refused(409), code: 'refusal.studentsChanged' },
    refused: refused(400),
  },
  loadEmiOptions: { loaded: ok([option]), unreachable },
  saveApplication: {
    saved: ok(withStudents('submitted', { loan_details: withPlan })),
    'answers saved': ok(withStudents('submitted', { loan_details: withPlan, queries: [answeredQuery] })),
    'already with the lender': { ...refused(409), code: 'refusal.notEditable' },
    'the fee has changed': { ...refused(409), code: 'refusal.feeChanged' },
    refused: refused(400),
    'refused for want of an answer': {
      ...refused(400),
      errors: [
        { field: openQuery.field, code: 'applicant.error.query.unanswered', message: 'is not answered' },
      ],
    },
    'gateway timed out': { kind: 'gatewayTimedOut' },
    unreachable,
  },
  pushToLender: {
    approved: ok(results.approved),
    rejected: ok(results.rejected),
    pending: ok(results.pending),
    'in progress': ok(results.inProgress),
    'code 1001': ok(results.code1001),
    'something else': ok(results.somethingElse),
    'gateway timed out': { kind: 'gatewayTimedOut' },
    'code 504 in the body': ok({ statusCode: 504 }),
    refused: refused(502),
    'refused for good': { ...refused(502), code: lenderRefusalCode },
    unreachable,
  },
  refreshVerdict: {
    approved: ok(results.approved),
    pending: ok(results.pending),
    unreachable,
  },
  draft: {},
  bankLookup: {},
  placeLookup: {},
};

const person = { name: 'Meena Raman', phone: '9000000001', email: 'meena@example.org' };
const application = { customerConsent: true as const };
const changes = { 'el_details.students': [student] };
const nothing = { '': {} };

/** The variants of each event. */
const events: EventFixtures<typeof wizardMachine> = {
  'create.submitted': {
    '': { person },
  },
  'create.confirmed': nothing,
  'loan.continued': { '': { loanId } },
  'alert.dismissed': nothing,
  'retry.requested': nothing,
  'loan.reentered': nothing,
  'loan.accessLost': nothing,
  'institution.chosen': { '': { institution } },
  'document.added': {
    'the receipt': { document: 'fee_receipt', loan: withStudents('draft', { fee_receipt: 'receipt' }) },
    'a document that was asked about': { document: 'pan_photo', loan: null },
  },
  'student.addRequested': nothing,
  'student.addConfirmed': nothing,
  'student.deleteRequested': { '': { id: student.id } },
  'student.deleteConfirmed': nothing,
  'dialog.cancelled': nothing,
  'students.submitted': { 'with changes': { changes }, 'with nothing changed': { changes: null } },
  'students.replaced': nothing,
  'field.requested': {
    'of a student': { field: rollNumberQuery.field },
    'of the applicant': { field: openQuery.field },
  },
  'field.focused': nothing,
  'previous.requested': nothing,
  'tenure.requested': nothing,
  'tenure.chosen': nothing,
  'application.submitted': {
    '': { application, unanswered: [] },
    'with a question unanswered': { application, unanswered: [openQuery.field] },
  },
  'submission.retried': nothing,
  'status.closed': nothing,
  'status.reopened': nothing,
  'verdict.refreshRequested': nothing,
  'explore.requested': nothing,
  'xstate.route': Object.fromEntries(places.map((place) => [`to ${place}`, { to: `#${place}` }])),
};

const from = (input: WizardInput) => () => input;

const failures = [
  { create: 'failed' },
  { opening: 'failed' },
  { students: 'savingFailed' },
  { applicant: 'optionsFailed' },
  { submission: 'refused' },
] as const;

/** The parts of a snapshot that can make a difference later. */
function stateKey(snapshot: Snapshot) {
  const { context } = snapshot;
  return [
    context.loan?.status,
    context.loan?.queries.map(({ state }) => state),
    context.unanswered.length,
    context.pendingFocusField !== null,
    context.loan?.el_details.students.length,
    context.options !== null,
    context.application !== null,
    context.seenVerdict,
    context.loan?.lender_refused,
    snapshot.matches({ flow: 'opening' }) && context.requestedPlace,
    (snapshot.matches({ flow: { submission: 'refused' } }) ||
      snapshot.matches({ flow: { students: 'savingFailed' } })) &&
      context.alert,
    snapshot.matches({ flow: 'status' }) && [context.result?.status, context.result?.status_code],
  ];
}

export const wizard = subject<typeof wizardMachine>({
  name: 'wizard',
  machine: wizardMachine,
  starts: {
    'no key': from({ hasKey: false, loanId: null, place: 'create' }),
    'the create form': from({ hasKey: true, loanId: null, place: 'create' }),
    'a link to the students': from({ hasKey: true, loanId, place: 'students' }),
    'a link to the applicant': from({ hasKey: true, loanId, place: 'applicant' }),
    'a link to the success screen': from({ hasKey: true, loanId, place: 'success' }),
  },
  events,
  answers,
  stateKey,
  invariants: {
    'a step is shown of an opened loan only': (snapshot) =>
      ['create', null].includes(placeOf(snapshot)) || snapshot.context.loan !== null,
    'the applicant comes after saved students': (snapshot) =>
      !snapshot.matches({ flow: 'applicant' }) ||
      (snapshot.context.loan?.el_details.students.length ?? 0) > 0,
    'success is shown of what the lender has answered only': (snapshot) =>
      !snapshot.matches({ flow: 'success' }) ||
      (snapshot.context.loan !== null && hasVerdict(snapshot.context.loan.status)),
    'a field waits for the focus on its own step only': (snapshot) => {
      const { pendingFocusField: field } = snapshot.context;
      return field === null || placeOf(snapshot) === stepOfField(field);
    },
    'an alert is raised exactly where something failed': (snapshot) =>
      (snapshot.context.alert !== null) === failures.some((flow) => snapshot.matches({ flow })),
    'a saved application was filled in': (snapshot) =>
      !snapshot.matches({ flow: { submission: 'saving' } }) || snapshot.context.application !== null,
    'the confirmation of a deletion has a student': (snapshot) =>
      !snapshot.matches({ flow: { students: 'confirmingDelete' } }) ||
      snapshot.context.deletingStudentId !== null,
    'students are added and deleted only while nothing is locked': (snapshot) => {
      const { loan } = snapshot.context;
      const changes = ['confirmingAdd', 'confirmingDelete'] as const;
      const isChanging = changes.some((one) => snapshot.matches({ flow: { students: one } }));
      return !isChanging || (loan !== null && lockOf(loan).mode === 'open');
    },
    'query mode is open exactly while queries wait for answers': (snapshot) => {
      const { loan } = snapshot.context;
      return isInQueryMode(snapshot) === (loan !== null && lockOf(loan).mode === 'queried');
    },
    'a new application has nothing of the loan before it': (snapshot) =>
      snapshot.context.loanId !== null ||
      (snapshot.context.loan === null &&
        snapshot.context.application === null &&
        snapshot.context.result === null),
  },
  journeys,
});
