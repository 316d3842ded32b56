/**
 * The places of the wizard, one row for each, with their addresses in the embedded flow. The consumer app has the same
 * below `consumerBase`, and its dashboard in place of the create form. The routes, the screens, the stepper, the prefetch, the wizard's
 * types, the server's page routes, the size budget and the path driver read it.
 */

/** The places that have an address (specification, section 2), in the order of the flow. */
export const places = ['create', 'students', 'applicant', 'success'] as const;

export type Place = (typeof places)[number];

/** The steps that the stepper names; several places may belong to one. */
export const stepperSteps = ['students', 'applicant', 'status'] as const;

export type StepperStep = (typeof stepperSteps)[number];

interface StepRow {
  /** The router's path. Its last segment is the specification's, not the place's name: `students` is at `student`. */
  path: '/' | `/loan/$id/${string}`;
  /** The id of the message that is the page's heading. */
  title: string;
  /** The id of the message below the heading; null where there is none. */
  lead: string | null;
  /** The namespaces of the messages that are fetched with the screen; none where it came with the page. */
  namespaces: readonly string[];
  /** Null where the stepper is not shown. */
  stepperStep: StepperStep | null;
  /** The draft that keeps what is typed there, by its name in the contract: `applicant` has all fields but the students'. */
  draft: 'students' | 'applicant' | null;
  /** The beginnings of the full names of the fields that are asked there; the longest decides. */
  fields?: readonly string[];
}

export const steps = {
  create: {
    path: '/',
    title: 'create.title',
    lead: 'create.lead',
    namespaces: [],
    stepperStep: null,
    draft: null,
  },
  students: {
    path: '/loan/$id/student',
    title: 'app.title.students',
    lead: null,
    namespaces: ['secondary', 'student'],
    stepperStep: 'students',
    draft: 'students',
    fields: ['el_details.', 'documents.fee_receipt', 'fee_receipt'],
  },
  applicant: {
    path: '/loan/$id/applications',
    title: 'app.title.applicant',
    lead: null,
    namespaces: ['secondary', 'student', 'applicant', 'consumer', 'status', 'places'],
    stepperStep: 'applicant',
    draft: 'applicant',
    fields: [''],
  },
  success: {
    path: '/loan/$id/success',
    title: 'app.title.success',
    lead: null,
    namespaces: ['secondary', 'status'],
    stepperStep: 'status',
    draft: null,
  },
} as const satisfies Record<Place, StepRow>;

/** The drafts that the steps' input values are stored in. */
export type DraftedStep = NonNullable<(typeof steps)[Place]['draft']>;

/** The steps that ask for fields. */
export type FormStep = { [Name in Place]: (typeof steps)[Name]['draft'] extends null ? never : Name }[Place];

/** The steps that ask for fields, and their drafts, in the order of the flow. */
export const formSteps = places.filter((place): place is FormStep => steps[place].draft !== null);
export const draftedSteps: readonly DraftedStep[] = [...new Set(formSteps.map((step) => steps[step].draft))];

const beginnings = formSteps
  .flatMap((step) => steps[step].fields.map((beginning) => ({ step, beginning })))
  .sort((one, other) => other.beginning.length - one.beginning.length);

/** The step on which a field is asked, by its full name. It needs no catalogue, which the first screen does without. */
export const stepOfField = (name: string): FormStep =>
  beginnings.find(({ beginning }) => name.startsWith(beginning))?.step ?? 'applicant';

/** The prefix of the addresses of the places in the consumer app (decision 4). */
export const consumerBase = '/app';

/** A loan's own address, without a step: it leads to the step that the loan allows. */
export const loanPath = '/loan/$id';

/** Returns the event that moves the wizard to a place; the place's state refuses it if the loan does not allow it. */
export const routeTo = (place: Place) => ({ type: 'xstate.route' as const, to: `#${place}` });

/** Returns a place's address; `loanId` is null without a loan. @param base of the presentation: '' when embedded */
export const addressOf = (place: Place, loanId: string | null, base = ''): string =>
  (base + steps[place].path).replace('$id', encodeURIComponent(loanId ?? '')).replace(/(.)\/$/, '$1');

/** Returns the place and the loan that a path below `base` names, or null. A loan alone is its first step. */
export function placeAt(path: string, base = ''): { place: Place; loanId: string | null } | null {
  if (!path.startsWith(base)) return null;
  const parts = path.slice(base.length).replace(/\/+$/, '').split('/');
  const [root, loan, id, step] = parts;
  if (root !== '') return null;
  if (parts.length <= 1) return { place: 'create', loanId: null };
  if (loan !== 'loan' || !id || parts.length > 4) return null;
  const place =
    step === undefined ? 'students' : places.find((one) => steps[one].path === `${loanPath}/${step}`);
  return place ? { place, loanId: decodeId(id) } : null;
}

function decodeId(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
