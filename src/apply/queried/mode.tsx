/**
 * Query mode as a step's page sees it: what is locked and what is asked, which questions are answered, and what
 * Submit sends. It listens to the wizard and to the drafts, which hold all that was typed on either step.
 */
import { FormattedMessage } from 'react-intl';
import { fieldAccess, type Lock, lockOf } from '../../../domain/access.ts';
import type { Issue } from '../../../domain/check.ts';
import { stepOfField } from '../../../domain/fields/catalogue.ts';
import { orderValue } from '../../../domain/order-value.ts';
import type { ApplicationData, Loan, Query, StudentsData } from '../../../domain/wire.ts';
import { placeOf } from '../../../machines/wizard.ts';
import type { FieldLock, FieldQuery } from '../../form/lock.ts';
import { focusField } from '../../ui/ErrorSummary.tsx';
import type { Wizard } from '../wizard-actor.tsx';
import type { ApplicantValues } from '../../../domain/applicant.ts';
import type { Services } from '../services.ts';
import type { TypedStudents } from '../students/values.ts';
import type { Circumstances, Only, StepInputs, StudentInputs } from './inputs.ts';
import { limitedTo } from './limited.ts';
import { AskedWords, BeneathField, TitleWords } from './parts.tsx';
import {
  type Answers,
  isAnswered,
  isAnswers,
  noAnswers,
  type Question,
  queryAnswers,
  questionsOf,
  unansweredIssue,
} from './questions.ts';

/** What can be seen of it; the same object until something in it is another. */
export interface QueriedNow {
  /** True until what was typed before is known of all steps. */
  reading: boolean;
  lockOf: (name: string) => FieldLock;
  questions: readonly Question[];
  /** The ids of the queries that are answered. */
  answered: ReadonlySet<string>;
}

export interface QueryMode {
  subscribe: (listener: () => void) => () => void;
  read: () => QueriedNow;
  answers: () => Answers;
  /** Keeps a written reason; '' takes it back. */
  giveReason: (query: Query, reason: string | undefined) => void;
  /** What a step's inputs start with: what was typed where the lock lets it be changed, else what is saved. */
  limited: <Typed extends object>(step: Step, saved: Typed, typed: Typed) => Typed;
  /**
   * Hands the application over with what else is to be sent.
   * @returns what stands in the way, of whichever step
   */
  submit: (application: ApplicationData) => readonly Issue[];
  /** The loan with the institution and the fees that the typed students would give it. */
  loanAsTyped: () => Loan;
  /** Focuses the control that somebody came here for; false while it is not there. */
  arrive: () => boolean;
}

/** What it stands on: the services, and the inputs of both steps. */
export interface Around {
  services: Services;
  inputs: Inputs;
}

type Step = 'students' | 'applicant';
type Inputs = { students: StudentInputs<TypedStudents>; applicant: StepInputs<ApplicantValues> };

const steps = ['students', 'applicant', 'answers'] as const;
const opened = new WeakMap<Wizard, QueryMode>();

/** Query mode of a wizard whose loan has open queries. */
export function queryModeOf(wizard: Wizard, around: Around): QueryMode {
  const mode = opened.get(wizard) ?? openQueryMode(wizard, around);
  opened.set(wizard, mode);
  return mode;
}

function openQueryMode(wizard: Wizard, { services, inputs }: Around): QueryMode {
  let wanted: string | null = null;
  let last: { seen: readonly unknown[]; key: string; now: QueriedNow } | null = null;

  const draftOf = (step: (typeof steps)[number]) => {
    const { drafts } = wizard.getSnapshot().context;
    if (!drafts) throw new Error('Questions are about a loan that was opened');
    return drafts[step];
  };
  const bodyOf = (step: (typeof steps)[number]) => draftOf(step).getSnapshot().context.body;
  const answers = () => {
    const body = bodyOf('answers');
    return isAnswers(body) ? body : noAnswers;
  };
  const keepAnswers = (next: Answers) => draftOf('answers').send({ type: 'draft.typed', body: { ...next } });

  const read = (): QueriedNow => {
    const { context } = wizard.getSnapshot();
    const reading = steps.some((step) => draftOf(step).getSnapshot().hasTag('reading'));
    const seen = [context.loan, context.unanswered, context.options, reading, ...steps.map(bodyOf)];
    if (last && last.seen.every((one, index) => one === seen[index])) return last.now;
    const { loan, lock } = opening(wizard);
    // With the last answer the lock is another; what was seen stays until the page has heard of it.
    if (lock.mode !== 'queried') return last?.now ?? nothingAsked;
    const typed = typedNow(loan);
    const known = { answers: answers(), unanswered: context.unanswered, ...typed };
    const questions = questionsOf(loan, lock.queries);
    const answered = questions.filter(({ query }) => isAnswered(query, known)).map(({ query }) => query.id);
    const key = JSON.stringify([reading, lock.queries, answered, context.unanswered]);
    const now =
      last?.key === key
        ? last.now
        : {
            reading,
            questions,
            answered: new Set(answered),
            lockOf: locksOf(lock, questions, new Set(answered)),
          };
    last = { seen, key, now };
    return now;
  };

  /** All that the inputs of a step hold, with what is saved where nothing can be changed. */
  const heldIn = <Typed extends object>(step: Step, of: StepInputs<Typed>): Typed => {
    const { loan } = opening(wizard);
    const saved = of.saved(loan, wizard.getSnapshot().context.institution);
    const typed = of.fromDraft(bodyOf(step));
    return typed ? limitedTo(step, saved, typed, isOpen) : saved;
  };
  const heldStudents = () => heldIn('students', inputs.students);
  const isOpen: Only = (name) => fieldAccess(opening(wizard).lock, name) !== 'locked';

  const typedNow = (loan: Loan) => {
    const { institution } = wizard.getSnapshot().context;
    const students = heldStudents();
    const applicant = heldIn('applicant', inputs.applicant);
    const around = aroundNow();
    return {
      before: {
        ...inputs.students.wire(inputs.students.saved(loan, institution)),
        ...inputs.applicant.wire(inputs.applicant.saved(loan, institution)),
      },
      after: { ...inputs.students.wire(students), ...inputs.applicant.wire(applicant) },
      issues: [
        ...inputs.students.check(students, around, isOpen),
        ...inputs.applicant.check(applicant, around, isOpen),
      ],
    };
  };
  const aroundNow = (): Circumstances => ({
    today: services.today(),
    loan: opening(wizard).loan,
    options: wizard.getSnapshot().context.options,
  });

  const locksOf = (lock: Lock, questions: readonly Question[], answered: ReadonlySet<string>) => {
    const { unanswered } = wizard.getSnapshot().context;
    const asked = new Map<string, FieldQuery>(
      questions.map((question) => {
        const { query } = question;
        const isMissing = unanswered.includes(query.field) && !answered.has(query.id);
        return [
          query.field,
          {
            asked: <AskedWords question={question} />,
            reason: <BeneathField mode={mode} query={query} />,
            issue: isMissing ? unansweredIssue(query) : undefined,
            replaced: (file) => {
              const { reasons, replaced } = answers();
              keepAnswers({ reasons, replaced: { ...replaced, [query.id]: file } });
            },
          },
        ];
      }),
    );
    return (name: string): FieldLock => ({
      access: fieldAccess(lock, name),
      marked: true,
      query: asked.get(name),
      title: <FormattedMessage id="app.query.about" values={{ title: <TitleWords field={name} /> }} />,
      reach: () => reach(name),
    });
  };

  const reach = (field: string) => {
    const step = stepOfField(field);
    if (placeOf(wizard.getSnapshot()) === step) return focusField(field);
    wanted = field;
    wizard.send({ type: 'xstate.route', to: `#${step}` });
  };

  /** What a reload, or a way past Next, has kept from the wizard. */
  const recall = () => {
    const now = wizard.getSnapshot();
    if (!now.matches('applicant') || opening(wizard).lock.mode !== 'queried' || read().reading) return;
    const changes = changesNow();
    if (JSON.stringify(changes) !== JSON.stringify(now.context.studentChanges))
      wizard.send({ type: 'students.recalled', changes });
  };
  const changesNow = (): StudentsData | null => inputs.students.changes(opening(wizard).loan, heldStudents());

  const mode: QueryMode = {
    subscribe: (listener) => {
      const hear = () => {
        recall();
        listener();
      };
      const heard = [wizard.subscribe(hear), ...steps.map((step) => draftOf(step).subscribe(hear))];
      recall();
      return () => heard.forEach((one) => one.unsubscribe());
    },
    read,
    answers,
    giveReason: ({ id }, reason) => {
      const { reasons, replaced } = answers();
      const { [id]: _, ...others } = reasons;
      keepAnswers({ reasons: reason === undefined ? others : { ...reasons, [id]: reason }, replaced });
    },
    limited: (step, saved, typed) => limitedTo(step, saved, typed, isOpen),
    submit: (application) => {
      const { loan, lock } = opening(wizard);
      const onTheOtherStep = inputs.students.check(heldStudents(), aroundNow(), isOpen);
      if (onTheOtherStep.length > 0 || lock.mode !== 'queried') return onTheOtherStep;
      const { answered } = read();
      const open = questionsOf(loan, lock.queries)
        .map(({ query }) => query)
        .filter(({ id }) => !answered.has(id));
      const written = queryAnswers(answers(), lock.queries);
      wizard.send({
        type: 'application.submitted',
        application: {
          ...application,
          ...sendable(changesNow()),
          ...(written.length > 0 && { query_answers: written }),
        },
        unanswered: open.map(({ field }) => field),
      });
      return open.map(unansweredIssue);
    },
    loanAsTyped: () => {
      const { loan } = opening(wizard);
      const typed = heldStudents();
      const order_value = orderValue(inputs.students.rows(typed), typed.institution ?? {});
      const institution_name = typed.institution?.name ?? loan.el_details.institution_name;
      return { ...loan, el_details: { ...loan.el_details, institution_name, order_value } };
    },
    arrive: () => {
      const field = wanted;
      if (field === null || document.getElementById(field) === null) return false;
      wanted = null;
      focusField(field);
      return true;
    },
  };
  return mode;
}

const nothingAsked: QueriedNow = {
  reading: true,
  questions: [],
  answered: new Set(),
  lockOf: () => ({ access: 'locked', marked: true }),
};

/** The loan and its lock. */
function opening(wizard: Wizard): { loan: Loan; lock: Lock } {
  const { loan } = wizard.getSnapshot().context;
  if (!loan) throw new Error('Questions are about a loan that was opened');
  return { loan, lock: lockOf(loan) };
}

/** No student goes in query mode. */
function sendable(changes: StudentsData | null): Partial<ApplicationData> {
  const { 'el_details.deleted_students': _, ...rest } = changes ?? {};
  return rest;
}
