/** Guards and actions of the wizard. Its actors are placeholders, which the composition root or a test provides. */
import { and, assign, setup, stateIn } from 'xstate';
import {
  lenderRefusalCode,
  lenderTimedOut,
  offersExploreMore,
  verdictOf,
} from '../../domain/lending/lender.ts';
import { openQueries } from '../../domain/loan/lock.ts';
import { limits } from '../../domain/values/limits.ts';
import { feeOrderOf } from '../../domain/lending/loan-order.ts';
import type { Outcome } from '../../domain/values/outcome.ts';
import { hasVerdict, verdictCanChange } from '../../domain/loan/status.ts';
import {
  type FormStep,
  formSteps,
  type Place,
  stepOfField,
  type StepperStep,
  steps,
} from '../../domain/pages/steps.ts';
import type {
  ApplicationData,
  CreatedLoan,
  DocumentType,
  EmiOption,
  Institution,
  LenderResult,
  Loan,
  StudentsData,
} from '../../domain/values/wire.ts';
import { type DraftActorRef, draftMachine, type DraftStep } from '../draft.ts';
import { lookupMachine } from '../lookup.ts';
import {
  failureOf,
  gatewayTimedOut,
  notFound,
  type OutcomeParams,
  placeholderActor,
  refused,
  succeeded,
  valueOf,
  withEvent,
} from '../outcome.ts';
import {
  areStudentsSaved,
  draftSteps,
  institutionIdOf,
  isFormEditable,
  isLockedWithVerdict,
  lockMode,
  actorsOf,
  noLoan,
  planNoticeAfter,
  queryModeOf,
  unansweredFieldsOf,
  verdictKey,
} from './context.ts';
import type {
  Person,
  EarlierLoan,
  WizardInput,
  LookupField,
  WizardContext,
  WizardEvent,
  EmiOptionsInput,
} from './types.ts';

/** The actors return an outcome; a throw is a bug. */
const actors = {
  findEarlierLoan: placeholderActor<Outcome<EarlierLoan | null>, Person>(),
  checkEmail: placeholderActor<Outcome<boolean>, Person>(),
  createLoan: placeholderActor<Outcome<CreatedLoan>, Person>(),
  readLoan: placeholderActor<Outcome<Loan>, { loanId: string }>(),
  findInstitution: placeholderActor<Outcome<Institution>, { id: number }>(),
  saveStudents: placeholderActor<Outcome<Loan>, { loanId: string; changes: StudentsData }>(),
  loadEmiOptions: placeholderActor<Outcome<EmiOption[]>, EmiOptionsInput>(),
  saveApplication: placeholderActor<Outcome<Loan>, { loanId: string; application: ApplicationData }>(),
  pushToLender: placeholderActor<Outcome<LenderResult>, { loan: Loan }>(),
  refreshVerdict: placeholderActor<Outcome<LenderResult>, { loanId: string }>(),
  draft: draftMachine,
  bankLookup: lookupMachine,
  placeLookup: lookupMachine,
};

export const wizardSetup = setup({
  types: {
    context: {} as WizardContext,
    events: {} as WizardEvent,
    input: {} as WizardInput,
    /** `stepperStep` where it is another than the place's own. */
    meta: {} as { place: Place; stepperStep?: StepperStep },
    tags: {} as 'busy',
  },
  actors,
  guards: {
    keyIsMissing: ({ context }) => !context.hasKey,
    addressHasLoanId: ({ context }) => context.loanId !== null,
    hasEarlierLoan: (_, { outcome }: OutcomeParams<EarlierLoan | null>) => valueOf(outcome) !== null,
    /** The status screen shows the submitted application and the answer; its step has no form to show. */
    studentsCanBeShown: ({ context }) => context.loan !== null && !isLockedWithVerdict(context),
    institutionIsKnown: ({ context }) => institutionIdOf(context) !== null,
    studentsAreSaved: ({ context }) => areStudentsSaved(context),
    lenderHasDecided: ({ context }) => context.loan !== null && hasVerdict(context.loan.status),
    applicantIsRequested: ({ context }) =>
      steps[context.requestedPlace].stepperStep === 'applicant' && areStudentsSaved(context),
    /** Query mode opens on Applicant Details if all queries are there. */
    onlyApplicantIsQueried: and([
      stateIn({ queryMode: 'open' }),
      ({ context: { loan } }: { context: WizardContext }) =>
        loan !== null && openQueries(loan).every(({ field }) => stepOfField(field) === 'applicant'),
    ]),
    successIsRequested: ({ context }) =>
      context.requestedPlace === 'success' && context.loan !== null && hasVerdict(context.loan.status),
    isLockedWithVerdict: ({ context }) => isLockedWithVerdict(context),
    verdictMayBeOutdated: ({ context }) =>
      isLockedWithVerdict(context) && context.loan !== null && verdictCanChange(context.loan.status),
    /** A hidden page does not poll: it asks again once it is shown. The composition root checks the page. */
    pageIsVisible: () => true,
    verdictIsNew: ({ context }, { outcome }: OutcomeParams<LenderResult>) => {
      const result = valueOf(outcome);
      return result !== null && verdictOf(result) !== context.loan?.status;
    },
    /** A verdict opens the modal once; from then on it is read on the status screen. */
    verdictIsSeen: ({ context }) => context.seenVerdict === verdictKey(context),
    pushIsInProgress: ({ context }) => context.loan?.status === 'with_lender',
    hasUnsavedApplication: ({ context }) => context.application !== null && isFormEditable(context),
    studentsAreUnchanged: ({ context }, params: { changes: StudentsData | null }) =>
      params.changes === null && areStudentsSaved(context),
    queriesAreOpen: ({ context }) => queryModeOf(context) === 'open',
    queriesAreAnswered: ({ context }) => queryModeOf(context) === 'answered',
    nothingIsQueried: ({ context }) => queryModeOf(context) === 'closed',
    answersAreMissing: ({ context }) => context.unanswered.length > 0,
    noAnswerIsMissing: ({ context }) => context.unanswered.length === 0,
    isInQueryMode: stateIn({ queryMode: 'open' }),
    fieldIsOnStep: ({ context }, { field, step }: { field: string; step: FormStep }) =>
      lockMode(context) === 'queried' && stepOfField(field) === step,
    allQueriesAreAnswered: ({ context }, params: { unanswered: readonly string[] }) =>
      params.unanswered.length === 0 && isFormEditable(context),
    answersAwaitPush: and([
      stateIn({ queryMode: 'answered' }),
      ({ context }: { context: WizardContext }) => context.loan?.status === 'submitted',
    ]),
    formIsEditable: ({ context }) => isFormEditable(context),
    allFieldsAreEditable: ({ context }) => lockMode(context) === 'open',
    optionsAreLoaded: ({ context }) => context.options !== null,
    succeeded,
    refused,
    notFound,
    gatewayTimedOut,
    emailIsValid: (_, { outcome }: OutcomeParams<boolean>) => valueOf(outcome) === true,
    emailIsInvalid: (_, { outcome }: OutcomeParams<boolean>) => valueOf(outcome) === false,
    isAlreadyWithLender: (_, { outcome }: OutcomeParams) =>
      outcome.kind === 'refused' && outcome.code === 'refusal.notEditable',
    /** Submit was refused for the sake of something that this page has not read. */
    loanIsOutdated: ({ context }) =>
      context.alert?.kind === 'refused' &&
      ([409, 422].includes(context.alert.status) ||
        // A reviewer has asked since the loan was read.
        (context.unanswered.length > 0 && lockMode(context) === 'open')),
    lenderTimedOut: (_, { outcome }: OutcomeParams<LenderResult>) =>
      outcome.kind === 'gatewayTimedOut' || (outcome.kind === 'ok' && lenderTimedOut(outcome.value)),
    exploringIsOffered: ({ context: { result } }) =>
      result !== null && (offersExploreMore(result) || verdictOf(result) === 'rejected'),
    isRefusedByLender: ({ context }) => context.loan?.lender_refused === true,
  },
  actions: {
    setPerson: assign((_, params: { person: Person }) => ({ person: params.person })),
    setEarlierLoan: assign((_, { value }: { value: EarlierLoan | null }) => ({ earlierLoan: value })),
    /** The furthest step that it allows is then shown. */
    setContinuedLoan: assign(({ context }, params: { loanId: string }) => ({
      ...noLoan,
      ...actorsOf(context, params.loanId),
      loanId: params.loanId,
      person: null,
      requestedPlace: 'applicant' as const,
    })),
    setCreatedLoan: assign(({ context }, { value }: { value: CreatedLoan }) => ({
      ...noLoan,
      ...actorsOf(context, value.loan_id),
      loanId: value.loan_id,
      requestedPlace: 'students' as const,
    })),
    setRequestedPlace: assign((_, params: { place: Place }) => ({ requestedPlace: params.place })),
    setLoan: assign((_, { value: loan }: { value: Loan }) => ({ loan, result: loan.lender_result })),
    /** Replaces the loan, and says what became of the plan that was calculated from it as it was known. */
    replaceLoan: assign(({ context }, { value: loan }: { value: Loan }) => {
      const planNotice = planNoticeAfter(context.loan, loan);
      const previousOrder = planNotice === 'recalculated' && context.loan ? feeOrderOf(context.loan) : null;
      const sameCourse = context.loan?.el_details.course_id === loan.el_details.course_id;
      return {
        loan,
        result: loan.lender_result,
        options: sameCourse ? context.options : null,
        // An earlier notice stays until the plan has been shown.
        ...(planNotice && { planNotice, previousOrder }),
      };
    }),
    // The drafts of a loan stay when it is read again, so that their retries go on.
    openDrafts: assign(({ context: { drafts, loanId }, spawn }) => {
      if (drafts || loanId === null) return {};
      const open = (step: DraftStep) =>
        spawn('draft', { id: `draft.${loanId}.${step}`, input: { loanId, step } });
      const opened = draftSteps.map((step) => [step, open(step)] as const);
      return { drafts: Object.fromEntries(opened) as Record<DraftStep, DraftActorRef> };
    }),
    openLookups: assign(({ context: { lookups, loanId }, spawn }) => {
      if (lookups || loanId === null) return {};
      const open = (src: 'bankLookup' | 'placeLookup', field: LookupField, length: number) =>
        spawn(src, { id: `lookup.${loanId}.${field}`, input: { length } });
      const openPlace = (field: LookupField) => open('placeLookup', field, limits.pincodeMaxDigits);
      return {
        lookups: {
          bank: open('bankLookup', 'bank', limits.ifscBankLetters),
          residence: openPlace('residence'),
          permanent: openPlace('permanent'),
          office: openPlace('office'),
        },
      };
    }),
    /** A request of a step's draft must not arrive after the save of the step. */
    suspendDrafts: ({ context }, { steps }: { steps: readonly DraftStep[] }) =>
      steps.forEach((step) => context.drafts?.[step].send({ type: 'save.started' })),
    // A draft that was not suspended ignores the end of a save.
    discardDrafts: ({ context }) =>
      draftSteps.forEach((step) => context.drafts?.[step].send({ type: 'save.succeeded' })),
    resumeDrafts: ({ context }) =>
      draftSteps.forEach((step) => context.drafts?.[step].send({ type: 'save.failed' })),
    // A new document may be the answer to its query.
    setDocument: assign(({ context }, params: { document: DocumentType; loan: Loan | null }) => ({
      loan: params.loan ?? context.loan,
      unanswered: context.unanswered.filter((field) => field !== `documents.${params.document}`),
    })),
    setInstitution: assign((_, { value }: { value: Institution }) => ({
      institution: value,
      institutionMissing: false,
    })),
    setInstitutionMissing: assign({ institution: null, institutionMissing: true }),
    setDeletingStudent: assign((_, params: { id: string }) => ({ deletingStudentId: params.id })),
    setStudentChanges: assign((_, params: { changes: StudentsData | null }) => ({
      studentChanges: params.changes,
    })),
    // The students are not saved yet in query mode; another course, with other plans, may have been chosen.
    clearUnsavedOptions: assign(({ context }) => (lockMode(context) === 'queried' ? { options: null } : {})),
    setPendingFocusField: assign((_, { field }: { field: string }) => ({ pendingFocusField: field })),
    clearPendingFocusField: assign({ pendingFocusField: null }),
    setUnanswered: assign((_, params: { unanswered: readonly string[] }) => ({
      unanswered: params.unanswered,
    })),
    setUnansweredFromRefusal: assign((_, { outcome }: OutcomeParams) => ({
      unanswered: unansweredFieldsOf(outcome),
    })),
    setOptions: assign((_, { value }: { value: EmiOption[] }) => ({ options: value })),
    setApplication: assign((_, params: { application: ApplicationData }) => ({
      application: params.application,
    })),
    setResult: assign(({ context: { loan } }, { value: result }: { value: LenderResult }) => ({
      result,
      loan: loan && { ...loan, status: verdictOf(result), lender_result: result },
    })),
    // The form is editable again after any failure; the server releases the application or refuses the next submit.
    revertToSubmitted: assign(({ context: { loan } }, { outcome }: OutcomeParams) => {
      if (!loan) return {};
      const { lender_refused: _, ...rest } = loan;
      const isRefused = outcome.kind === 'refused' && outcome.code === lenderRefusalCode;
      return {
        loan: { ...rest, status: 'submitted' as const, ...(isRefused && { lender_refused: true as const }) },
      };
    }),
    raiseAlert: assign((_, { outcome }: OutcomeParams) => ({ alert: failureOf(outcome) })),
    clearAlert: assign({ alert: null }),
    setSeenVerdict: assign(({ context }) => ({ seenVerdict: verdictKey(context) })),
    resetWaitingMessage: assign({ waitingMessage: 0 }),
    turnWaitingMessage: assign(({ context }) => ({
      waitingMessage: (context.waitingMessage + 1) % limits.waitingMessages,
    })),
    clearPlanNotice: assign({ planNotice: null, previousOrder: null }),
    resetApplication: assign({ ...noLoan, requestedPlace: 'create' as const, person: null }),
    // The composition root provides the storage that outlives a reload.
    /** Lets the next Submit of the create form make another loan, even with the same values. */
    startNewCreation: () => {},
    discardCreateForm: () => {},
    storeSeenVerdict: () => {},
  },
  delays: { waitingMessage: limits.waitingMessageMs, verdictRefresh: limits.verdictRefreshMs },
});

/** The transition to another application, whose creation is none of the one before, even with the same values. */
export const returnToCreate = {
  target: '#create',
  actions: ['resetApplication', 'startNewCreation'],
} as const;

/** Returns the transition to re-entry, which leads back to this step; the typed values stay in its draft. */
export const lostAccess = (step: FormStep) =>
  ({
    target: '#opening.notFound',
    actions: { type: 'setRequestedPlace', params: { place: step } },
  }) as const;

/** Returns the transition to the loan's current state, and back to this step if that allows it. */
export const readAgain = (step: FormStep) =>
  ({
    target: '#opening',
    actions: [{ type: 'setRequestedPlace', params: { place: step } }, 'resumeDrafts'],
  }) as const;

type FieldRequested = { event: Extract<WizardEvent, { type: 'field.requested' }> };

/** Transitions for a link to a field: on another step, which is then entered, or on the current one. */
export const fieldRequested = (own: FormStep) => {
  const isOn = (step: FormStep) => ({
    type: 'fieldIsOnStep' as const,
    params: ({ event: { field } }: FieldRequested) => ({ field, step }),
  });
  const actions = withEvent('setPendingFocusField');
  const others = formSteps.filter((step) => step !== own);
  return [
    ...others.map((step) => ({ guard: isOn(step), target: `#${step}` as const, actions })),
    { guard: isOn(own), actions },
  ];
};
